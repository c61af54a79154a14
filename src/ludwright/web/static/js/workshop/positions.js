// Lines and columns of diagnostics as positions in a text.

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
