import random, subprocess, sys
from markdown_it import MarkdownIt
import commonmark
md = MarkdownIt("commonmark")
pieces = ["a","b c"," ","\n","\n","\n\n","\t","    ","> ","\n> ","- ","\n- ","\n1. ","\n2) ","* ","+ ","\n# ","\n---\n","\n===\n","\n```\n","\n~~~\n","[a](b)","[a](<b c> 't')","![a](b\\*&amp;c)","[a](","[","]","](","](b)","![",")","[a]","[a][]","[b][a]","![a][b]","\n\n[a]: x\n","\n[b]:\n<y z>\n\"t\"\n","<uu:v>","<a@b.c>","<i href=\"d\">","<","\n<div>\n",">","<!--","-->","</i>","<?","?>","<!A","`","``","`b`","*","**","***","_","__","\\","\\*","\"","'","&","&amp;","&#35;","é","!","(","|","  \n","\\\n","\n  ","\n   ","\n     ","  ","*a*","**b**","_a_"," *","* ","_ "," _","\u00a0","€"]
seed=int(sys.argv[1]); n=int(sys.argv[2]); mx=int(sys.argv[3])
random.seed(seed)
docs=["".join(random.choice(pieces) for _ in range(random.randint(1,mx))) for _ in range(n)]
out=subprocess.run(["/tmp/diff/diff"],input="\0".join(docs).encode(),stdout=subprocess.PIPE).stdout.split(b"\0")
import re
def norm(h):
    return h.replace('%5B','[').replace('%5D',']')
shown=0; bad=0; both=0
for d,o in zip(docs,out):
    o=norm(o.decode()); e=norm(md.render(d))
    if o!=e:
        bad+=1
        try: c=norm(commonmark.commonmark(d))
        except Exception as x: c="EXC"
        if c==o: continue
        both+=1
        if shown<int(sys.argv[4]):
            shown+=1
            print(repr(d)); print(" ours",repr(o)); print(" mdit",repr(e)); print(" cmpy",repr(c))
print(n,"differ from mdit",bad,"and from both",both)
