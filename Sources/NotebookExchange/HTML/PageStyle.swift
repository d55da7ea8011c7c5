/// The style of pages: colours, and the three panes.
enum PageStyle {
    static let light = """
        --paper:#fff;--side:#f6f5f2;--line:#e2e0da;--ink:#1d1d1f;--soft:#5a5f69;--link:#1a5fb4;--chosen:#dfe8f5;--hover:#efeeea;\
        --code:#f4f3f0;--mark:#ffe58a;--green:#1f7a3d;--yellow:#8a5a00;--red:#b3261e;--blue:#1a5fb4;--grey:#5a5f69
        """
    private static let dark = """
        --paper:#1c1d20;--side:#232428;--line:#3a3c42;--ink:#e8e8ea;--soft:#a9aeb8;--link:#8ab4f8;--chosen:#2c3b54;--hover:#2b2d32;\
        --code:#2a2c31;--mark:#ffe58a;--green:#7bc98f;--yellow:#e0b354;--red:#f2877d;--blue:#8ab4f8;--grey:#a9aeb8
        """

    static let panes = """

        :root{color-scheme:light dark;\(light)}
        :root[data-scheme=light]{color-scheme:light}
        :root[data-scheme=dark]{color-scheme:dark;\(dark)}
        @media (prefers-color-scheme:dark){:root[data-scheme=system]{\(dark)}}
        *,::before,::after{box-sizing:border-box}
        html{font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,sans-serif;\
        -webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
        a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
        [tabindex="-1"]:focus{outline:none}
        .hidden,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .skip:focus{position:fixed;z-index:9;top:.5rem;left:.5rem;padding:.5rem 1rem;background:var(--paper);border-radius:6px;\
        box-shadow:0 2px 12px #0004}
        html:not(.js) .scripted{display:none}
        .bar{display:flex;align-items:center;gap:1rem;padding:.7rem 1.25rem;border-bottom:1px solid var(--line);background:var(--side)}
        .bar h1{margin:0;font-size:1.05rem;line-height:1.3;font-weight:650}
        .bar h1 a{color:inherit;text-decoration:none}
        button,select,input[type=search]{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);\
        border-radius:8px;padding:.35rem .7rem}
        button{cursor:pointer;overflow-wrap:normal}
        nav h2{margin:1.4rem .6rem .3rem;font-size:.78rem;font-weight:600;letter-spacing:.02em;color:var(--soft)}
        nav{padding:.8rem .7rem 2rem;background:var(--side)}
        .sources{list-style:none;margin:0;padding:0}
        .source{display:flex;align-items:baseline;gap:.55rem;padding:.28rem .6rem;border-radius:8px;color:inherit;\
        text-decoration:none;line-height:1.4}
        .source:hover{background:var(--hover)}
        .source[aria-current]{background:var(--chosen)}
        .js [data-view=item]:has(:is(#tasks,#study).current) .source[aria-current]{background:none}
        .js [data-view=item]:has(#tasks.current) .source[href="#tasks"],\
        .js [data-view=item]:has(#study.current) .source[href="#study"]{background:var(--chosen)}
        .source .name{flex:1;min-width:0}
        .source small{color:var(--soft)}
        .source .count{font-size:.82rem;color:var(--soft);font-variant-numeric:tabular-nums}
        .source .icon{width:1.25em;text-align:center;flex:none}
        .icon:empty::before{content:"";display:inline-block;width:.95em;height:.75em;border:.1em solid var(--soft);\
        border-top-width:.22em;border-radius:.18em}
        .dot{flex:none;width:.65rem;height:.65rem;margin:0 .3rem;border-radius:50%;background:var(--tag,var(--grey));\
        box-shadow:0 0 0 1px var(--line)}
        .parent{position:relative}
        .parent>.source{margin-right:1.9rem}
        .parent>details>summary{position:absolute;top:.05rem;right:0;width:1.9rem;height:1.9rem;list-style:none;cursor:pointer;\
        border-radius:8px;color:var(--soft)}
        .parent>details>summary::-webkit-details-marker{display:none}
        .parent>details>summary::before{content:"";position:absolute;top:.62rem;left:.65rem;width:.45rem;height:.45rem;\
        border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(-45deg)}
        .parent>details[open]>summary::before{transform:rotate(45deg)}
        .parent>details>ul{padding-left:1.1rem}
        #all{border-bottom:1px solid var(--line)}
        .tools{display:flex;gap:.5rem;padding:.8rem 1rem .4rem;position:sticky;top:0;background:var(--paper);z-index:1}
        .tools [role=search]{flex:1;min-width:0}
        .tools input{width:100%}
        #page\\.status{margin:0;padding:.1rem 1.1rem .5rem;font-size:.82rem;color:var(--soft)}
        #page\\.status:empty{display:none}
        #page\\.rows{list-style:none;margin:0;padding:0 .5rem 1rem}
        .js:not(.ready) #page\\.rows{display:none}
        #page\\.rows a{display:block;padding:.6rem .65rem;border-radius:10px;color:inherit;text-decoration:none}
        #page\\.rows a:hover{background:var(--hover)}
        #page\\.rows a[aria-current]{background:var(--chosen)}
        #page\\.rows li,#page\\.rows a{scroll-margin:4.2rem 0 1rem}
        #page\\.rows li+li{border-top:1px solid var(--line)}
        .title{display:block;font-weight:600;line-height:1.35}
        .excerpt{display:block;font-size:.9rem;line-height:1.45;color:var(--soft)}
        .when{display:block;margin-top:.15rem;font-size:.8rem;color:var(--soft)}
        .tag{display:inline-block;color:inherit;text-decoration:none}
        .tag::before{content:"";display:inline-block;width:.5em;height:.5em;margin:0 .35em 0 .5em;border-radius:50%;\
        background:var(--tag,var(--grey))}
        .pin{font-weight:600}
        .hit,mark{background:var(--mark);color:#1d1d1f;border-radius:2px}
        .return,.empty,.unasked{padding:0 1.25rem}
        .js .unasked{display:none}
        .js .item{display:none}
        .js .single .item,.js .item.current{display:block;scroll-margin-top:50vh}
        .js .folder>h2.folder{display:none}
        .js body[data-view=item] .empty,.js body:has(.item.current) .empty{display:none}
        .outline{margin-top:1rem;font-size:.9rem}
        .outline>summary,.graph>summary{width:max-content;color:var(--soft);cursor:pointer}
        .outline ul{margin:.4rem 0 0;padding:0;list-style:none;line-height:1.45}
        .outline a{display:block;padding:.15rem .6rem;border-radius:6px;color:inherit;text-decoration:none}
        .outline a:hover{background:var(--hover)}
        .outline .level-1{padding-left:1.5rem}.outline .level-2{padding-left:2.4rem}
        .outline :is(.level-3,.level-4,.level-5){padding-left:3.3rem}
        .graph svg{display:block;width:100%;max-height:26rem;margin-top:.5rem}
        .graph text{fill:var(--ink);font-size:13px}.graph a:is(:hover,:focus) text{text-decoration:underline}
        .graph line{stroke:var(--soft);stroke-width:1.2}.graph .far{opacity:.4}
        .graph circle{fill:var(--link);stroke:var(--paper);stroke-width:2}.graph .middle circle{fill:var(--ink)}
        .graph .middle text{font-weight:600;paint-order:stroke;stroke:var(--paper);stroke-width:4px}
        .preview{position:fixed;z-index:8;width:min(24rem,calc(100vw - 16px));padding:.8rem 1rem;\
        border:1px solid var(--line);border-radius:10px;background:var(--paper);box-shadow:0 6px 24px #0003;font-size:.875rem;\
        line-height:1.5;pointer-events:none}
        .preview .text{max-height:13rem;margin-top:.4rem;overflow:hidden;-webkit-mask:linear-gradient(#000 10rem,#0000);\
        mask:linear-gradient(#000 10rem,#0000)}.preview .side{padding:.8rem;box-shadow:none;font-size:1em}
        .js .empty{color:var(--soft);text-align:center;margin:30vh 0}
        @media (max-width:719px){
        .js body[data-view=item] #all,.js body[data-view=list] :is(#page\\.reading,[href="#page.reading"]){display:none}
        .js nav{display:none}
        .js body.menu nav{display:block}
        .js body.menu #all,.js body.menu #page\\.reading{display:none}
        .return{margin:.8rem 0 0}.return a{text-decoration:none}.return a::before{content:"‹ "}
        .js #all{border:0}
        }
        @media (min-width:720px){
        .js .return{display:none}
        .js body:not(.single){display:grid;grid-template:auto minmax(0,1fr)/minmax(15rem,20rem) minmax(0,1fr);height:100vh;height:100dvh}
        .js body:not(.single) .bar{grid-column:1/-1}
        .js #all,.js body:not(.single) #page\\.reading,.js nav{overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;\
        scrollbar-color:var(--line) transparent}
        .js #all{border:0;border-right:1px solid var(--line)}
        .js body[data-site]:not([data-view=item]) :is(#page\\.reading,[href="#page.reading"]){display:none}
        .js body[data-site]:not([data-view=item]) #all{grid-column:1/-1;border:0}
        .js body[data-site]:not([data-view=item]) #all>*{max-width:48rem;margin-inline:auto}
        }
        @media (min-width:720px) and (max-width:1079px){
        .js nav{display:none;position:fixed;z-index:5;top:3.4rem;bottom:0;left:0;width:18rem;box-shadow:4px 0 24px #0003}
        .js body.menu nav{display:block}
        }
        @media (min-width:1080px){
        .js body:not(.single){grid-template-columns:minmax(13rem,17rem) minmax(18rem,23rem) minmax(0,1fr)}
        .js nav{border-right:1px solid var(--line)}
        .js #page\\.menu{display:none}
        .js body[data-site]:not([data-view=item]) #all{grid-column:2/-1}
        }
        @media (min-width:1500px){
        .js .item.current:has(>.outline),.js .single .item:has(>.outline){display:grid;max-width:62rem;column-gap:3rem;\
        grid-template-columns:minmax(0,44rem) minmax(0,1fr)}
        .item>*{grid-column:1;min-width:0}
        .item>.outline{grid-area:1/2/9;align-self:start;position:sticky;top:1.6rem;margin:0}
        }

        """
}

extension PageStyle {
    /// The style of items.
    static let text = """
        .item{max-width:44rem;margin:0 auto;padding:1.6rem 1.25rem 3rem}
        html:not(.js) .item{border-bottom:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 40rem}
        html:not(.js) nav,html:not(.js) #all,h2.folder{max-width:44rem;margin:0 auto;padding:1rem 1.25rem}
        h2.folder{font-size:1.1rem;color:var(--soft);padding-bottom:0}
        .item h2{margin:.1rem 0 .2rem;font-size:1.75rem;line-height:1.25;letter-spacing:-.01em}
        .crumbs,.facts{margin:0;font-size:.85rem;color:var(--soft)}
        .crumbs a{color:inherit;text-decoration:none}.crumbs a:hover{text-decoration:underline}
        .facts a.tag:hover{text-decoration:underline}
        .properties{margin:1rem 0 0;padding:.6rem .9rem;border:1px solid var(--line);border-radius:10px;font-size:.9rem;\
        display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:.1rem 1rem}
        .properties dt{color:var(--soft)}.properties dd{margin:0}
        .text{margin-top:1.3rem}
        .text>:first-child,.side>:first-child{margin-top:0}
        .text p,.text ul,.text ol,.text pre,.text blockquote,.text .table{margin:0 0 1rem}
        .text li>p{margin-bottom:.4rem}
        .text ul,.text ol{padding-left:1.5rem}
        .text li>ul,.text li>ol{margin-bottom:0}
        .text :is(h3,h4,h5,h6,.heading){margin:1.9rem 0 .5rem;line-height:1.3;font-weight:650;font-size:1.02rem}
        .text .heading-1{font-size:1.45rem}.text .heading-2{font-size:1.25rem}.text .heading-3{font-size:1.1rem}
        .text img,.text video{max-width:100%;height:auto;border-radius:6px;vertical-align:middle}
        .text audio{width:100%}
        .text hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
        .text blockquote{padding:.1rem 0 .1rem 1rem;border-left:3px solid var(--line);color:var(--soft)}
        .text blockquote>:last-child,.callout>:last-child,.side>:last-child{margin-bottom:0}
        code,pre,kbd,samp,.math{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
        :not(pre)>code,kbd{padding:.1em .3em;border-radius:4px;background:var(--code);overflow-wrap:anywhere}
        .text pre{padding:.8rem 1rem;border-radius:10px;background:var(--code);overflow-x:auto;line-height:1.5}
        .math{white-space:pre-wrap}
        .formula{display:block;overflow:auto hidden;padding:.2rem 0}
        .text p:has(>math){overflow:auto hidden}
        math{font-family:"Latin Modern Math","STIX Two Math","Cambria Math","Libertinus Math","TeX Gyre Termes Math","XITS Math",\
        "Asana Math","DejaVu Math TeX Gyre","Noto Sans Math",math;font-size:1.08em;\
        margin-block:.15em}
        mtd.left{text-align:left;text-align:-webkit-left}mtd.right{text-align:right;text-align:-webkit-right}
        .equations>mtr>mtd{padding:.3em 0}.equations>mtr>.left+.right{padding-left:2em}
        mtable.small{font-size:.75em}
        .boxed{padding:.3em;border:1px solid}
        .table{overflow-x:auto;overflow-wrap:break-word}
        table{border-collapse:collapse;font-size:.95rem}
        th,td{padding:.35rem .8rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
        thead th{border-bottom-width:2px}
        .center{text-align:center}.right{text-align:right}
        li.task{list-style:none}
        li.task>:is(input,[role=img]){margin:0 .5rem 0 -1.4rem;accent-color:var(--link)}
        li.task>p:first-of-type{display:inline}
        .callout{--mood:var(--blue);margin:0 0 1rem;padding:.7rem 1rem;border-left:4px solid var(--mood);border-radius:4px 10px 10px 4px;\
        background:var(--code)}
        .callout.success{--mood:var(--green)}.callout.caution{--mood:var(--yellow)}.callout.danger{--mood:var(--red)}
        .callout.reference{--mood:var(--grey)}
        .callout strong:first-child{color:var(--mood)}
        .text .callout-title,details.callout[open]>summary{margin:0 0 .4rem}
        .text details>summary{cursor:pointer}
        .broken{text-decoration:underline dotted;cursor:help}
        .absent,.embed{display:inline-block;padding:.15rem .6rem;border:1px solid var(--line);border-radius:8px}
        .absent{color:var(--soft)}
        .document:has(iframe){display:block}
        .document iframe{display:block;width:100%;height:min(75vh,50rem);margin:.3rem 0;border:0}
        .footnote{line-height:0}.footnote a{padding:0 .15em;text-decoration:none}
        .footnotes{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.9rem}
        .footnotes .back{padding:0 .3em;text-decoration:none}
        .footnotes li>p:has(+.back){display:inline}
        .card{display:grid;gap:.8rem}
        .side{padding:1.5rem;border:1px solid var(--line);border-radius:14px;font-size:1.1rem;box-shadow:0 1px 6px #0000000f}
        .turn>summary{width:max-content;margin:0 auto;padding:.4rem 1.2rem;border:1px solid var(--line);border-radius:99px;\
        list-style:none;cursor:pointer;color:var(--link)}
        .turn>summary::-webkit-details-marker{display:none}
        .turn[open] .closed,.turn:not([open]) .opened{display:none}
        .turn .side{margin-top:.8rem}
        @media (prefers-reduced-motion:no-preference){
        .turn[open] .side{animation:turn .35s ease-out}
        @keyframes turn{from{transform:perspective(60rem) rotateX(-70deg);opacity:0}}
        }
        .grades{display:flex;flex-wrap:wrap;justify-content:center;gap:.6rem;margin:1.2rem 0}
        .grades button{flex:0 1 8.5rem;min-height:2.75rem;padding:.4rem .8rem}
        .grades small{color:var(--soft)}
        .study .facts button{padding:.1rem .6rem;margin-right:.4rem}
        .study .rest{margin:3rem 0;text-align:center;color:var(--soft)}
        .study .card{margin-top:1.2rem}
        .embedded{margin:0 0 1rem;padding:.1rem 0 .1rem 1rem;border-left:3px solid var(--link)}
        .embedded>:last-child{margin-bottom:0}.embedded>.from+*{margin-top:0!important}.embedded>.from{margin:0 0 .4rem;font-size:.85rem}
        .item>footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.92rem}
        .links h3{margin:0 0 .2rem;font-size:.85rem;color:var(--soft)}
        .links ul{margin:0 0 1rem;padding:0;list-style:none}
        #attachments li:target{background:var(--chosen)}

        """

    /// The style on paper: prints the open item, or else all; for the first page of a site, the list.
    static let printed = """
        @media print{
        :root,:root[data-scheme]{color-scheme:light;\(light);--ink:#000;--soft:#444;--link:#000;--line:#bbb;--code:#f4f4f4}
        html{font-size:11pt}
        nav,.bar,.skip,#all,.return,.empty,.turn>summary,.scripted,.outline,.graph,.preview,iframe{display:none!important}
        .js body:not(.single),.js body:not(.single) #page\\.reading{display:block!important;height:auto!important;overflow:visible!important}
        .js body:not([data-view=item]) .item,.js body:has(#study.current) .item,.js :is(.item.current,.unasked){display:block}
        body[data-site] #all{display:block!important;overflow:visible;border:0}
        body[data-site] #page\\.rows li{break-inside:avoid}
        .item{max-width:none;padding:0 0 1.5rem;content-visibility:visible!important}
        .item>header,.item h2,.text :is(h3,h4,h5,h6){break-after:avoid}
        .item>header{break-inside:avoid}
        .turn .side{animation:none!important}
        details::details-content{content-visibility:visible!important;height:auto!important}
        pre,img,table,.side,.callout{break-inside:avoid}
        .text pre{white-space:pre-wrap}
        .table,.formula,.text p:has(>math){overflow:visible}
        a.outside::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
        }

        """
}
