extension PageStyle {
    /// The style of items.
    static let text = """
        .item{max-width:44rem;margin:0 auto;padding:1.6rem 1.25rem 3rem}
        html:not(.js) .item{border-bottom:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 40rem}
        html:not(.js) nav,html:not(.js) #all,h2.folder{max-width:44rem;margin:0 auto;padding:1rem 1.25rem}
        h2.folder{font-size:1.1rem;color:var(--soft);padding-bottom:0}
        .item h2{margin:.1rem 0 .2rem;font-size:1.75rem;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
        .crumbs,.facts{margin:0;font-size:.85rem;color:var(--soft)}
        .crumbs a{color:inherit;text-decoration:none}.crumbs a:hover{text-decoration:underline}
        .facts a.tag:hover{text-decoration:underline}
        .properties{margin:1rem 0 0;padding:.6rem .9rem;border:1px solid var(--line);border-radius:10px;font-size:.9rem;\
        display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:.1rem 1rem}
        .properties dt{color:var(--soft);overflow-wrap:anywhere}.properties dd{margin:0;overflow-wrap:anywhere}
        .text{margin-top:1.3rem;overflow-wrap:break-word}
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
        .table{overflow-x:auto}
        table{border-collapse:collapse;font-size:.95rem}
        th,td{padding:.35rem .8rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
        thead th{border-bottom-width:2px}
        .center{text-align:center}.right{text-align:right}
        li.task{list-style:none}
        li.task>input{margin:0 .5rem 0 -1.4rem;accent-color:var(--link)}
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
        nav,.bar,.skip,#all,.return,.empty,.turn>summary,.scripted{display:none!important}
        .js body:not(.single),.js body:not(.single) #page\\.reading{display:block!important;height:auto!important;overflow:visible!important}
        .js body:not([data-view=item]) .item,.js .item.current{display:block}
        body[data-site] #all{display:block!important;overflow:visible;border:0}
        body[data-site] #page\\.rows li{break-inside:avoid}
        .item{max-width:none;padding:0 0 1.5rem;content-visibility:visible!important}
        .item>header,.item h2,.text :is(h3,h4,h5,h6){break-after:avoid}
        .item>header{break-inside:avoid}
        .turn .side{animation:none!important}
        details::details-content{content-visibility:visible!important;height:auto!important}
        pre,img,table,.side,.callout{break-inside:avoid}
        .text pre{white-space:pre-wrap}
        a.outside::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
        }

        """
}
