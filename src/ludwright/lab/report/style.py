"""The style sheet of reports: light and dark pages, wide screens, phones and paper."""

STYLE = """
:root{color-scheme:light dark;--ink:#24292f;--soft:#57606a;--paper:#fff;--box:#f6f8fa;
--line:#d5d9de;--link:#1f57a8}
@media (prefers-color-scheme:dark){:root{--ink:#d9dee4;--soft:#9aa4af;--paper:#15191e;--box:#1d232a;
--line:#3b424b;--link:#74aef5}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:72rem;
font:16px/1.5 system-ui,Arial,Helvetica,sans-serif;
color:var(--ink);background:var(--paper)}
h1{font-size:1.8rem;line-height:1.2;margin:.2rem 0 .5rem}
h2{font-size:1.4rem;margin:2.5rem 0 .3rem;padding-top:.8rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .4rem}
p{margin:.4rem 0}
a{color:var(--link)}
.soft,figcaption,caption{color:var(--soft);font-size:.88rem}
caption{text-align:left;padding-bottom:.3rem}
.wide{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.28rem .7rem .28rem 0;text-align:left;vertical-align:top;
border-bottom:1px solid var(--line)}
thead th{border-bottom:2px solid var(--line);white-space:nowrap}
tbody th{font-weight:600;min-width:9rem}
.figures{display:grid;align-items:start;gap:1rem;margin:1rem 0;
grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
figure{margin:0;padding:.7rem;background:var(--box);border-radius:8px;min-width:0}
figure img{display:block;width:100%}
figure.table img{border-radius:6px}
details{margin:.6rem 0}
summary{cursor:pointer;color:var(--link)}
dl{margin:.5rem 0}
dt{font-weight:600;margin-top:.6rem}
dd{margin:0 0 0 1rem}
code{font-size:.9em;background:var(--box);padding:.1em .3em;border-radius:4px;
overflow-wrap:anywhere}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
@media print{body{max-width:none;padding:0}figure{break-inside:avoid}h2{break-after:avoid}}
"""
