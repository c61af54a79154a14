// The rules of a game, from the server's blocks: headings, paragraphs, lists and tables of texts.

import { html } from "../dom.js";

const BLOCKS = {
  heading: ({ text }) => html`<h3>${text}</h3>`,
  paragraph: ({ text }) => (text === "---" ? html`<hr />` : html`<p>${marked(text)}</p>`),
  items: ({ items }) => html`<ul>${items.map((item) => html`<li>${marked(item)}</li>`)}</ul>`,
  code: ({ text }) => html`<pre tabindex="0">${text}</pre>`,
  table: ({ rows }) => html`
    <div class="scrolled" tabindex="0" role="group" aria-label="Table">
      <table>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${marked(cell)}</td>`)}</tr>`)}</table>
    </div>`,
};

/** `title` is the heading of the page: the rules need not repeat it. */
export function Rules({ blocks, title }) {
  const [first, ...rest] = grouped(blocks);
  const shown = first?.text === title ? rest : grouped(blocks);
  return html`<div class="rules">${shown.map((block) => BLOCKS[block.kind](block))}</div>`;
}

/** Blocks with texts of one list together; plain lines are accepted, too. */
function grouped(blocks) {
  const found = [];
  for (const block of blocks.map(blockOf)) {
    const last = found.at(-1);
    if (!block) continue;
    if (block.kind === "items" && last?.kind === "items") last.items.push(...block.items);
    else found.push(block);
  }
  return found;
}

function blockOf(block) {
  if (typeof block !== "string") return BLOCKS[block.kind] ? block : null;
  const item = /^\s*(?:[-*+]|\d+[.)]) +(.*)$/.exec(block);
  if (item) return { kind: "items", items: [item[1]] };
  if (!block.trim()) return null;
  return { kind: block.includes("   ") ? "code" : "paragraph", text: block };
}

/** The emphasis and code that texts keep. */
export function marked(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
    if (part.startsWith("*")) return html`<i>${part.slice(1, -1)}</i>`;
    return part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : part;
  });
}
