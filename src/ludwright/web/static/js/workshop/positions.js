// Lines and columns of diagnostics, and offsets in code points, as positions in a text.

/** The index of each line's first character. */
export function lineStarts(text) {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return starts;
}

/** The index of a line and column, both from 1; columns count code points, indices UTF-16 units. */
export function indexOf(text, starts, line, column) {
  const start = starts[Math.min(Math.max(line, 1), starts.length) - 1];
  const end = starts[line] === undefined ? text.length : starts[line] - 1;
  let index = start;
  for (let passed = 1; passed < column && index < end; passed++)
    index += text.codePointAt(index) > 0xffff ? 2 : 1;
  return index;
}

/** The number of code points before an index. */
export const pointsTo = (text, index) => index - (text.slice(0, index).match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** The index behind a number of code points. */
export function indexAt(text, points) {
  let index = 0;
  for (let passed = 0; passed < points && index < text.length; passed++)
    index += text.codePointAt(index) > 0xffff ? 2 : 1;
  return index;
}

/** The word that an index is in or at the end of: [start, end]. */
export function wordAt(text, index) {
  const before = /[\p{L}\p{N}_-]*$/u.exec(text.slice(Math.max(0, index - 200), index))[0];
  const after = /^[\p{L}\p{N}_-]*/u.exec(text.slice(index, index + 200))[0];
  return [index - before.length, index + after.length];
}

/** The ranges [start, end, severity] of diagnostics, in order and apart; errors cover warnings. */
export function ranges(text, diagnostics) {
  const starts = lineStarts(text);
  const wanted = diagnostics
    .filter((each) => each.line > 0)
    .map((each) => {
      const start = indexOf(text, starts, each.line, each.column);
      const end = indexOf(text, starts, each.end_line, each.end_column);
      return [start, Math.max(end, start + 1), each.severity];
    })
    .sort((a, b) => a[0] - b[0] || (a[2] === "error" ? -1 : 1));
  const found = [];
  for (const [start, end, severity] of wanted) {
    const from = Math.max(start, found.at(-1)?.[1] ?? 0);
    if (from < end) found.push([from, Math.min(end, text.length), severity]);
  }
  return found;
}
