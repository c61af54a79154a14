// Cards drawn from their properties: every different face is made once, as a symbol in the page.

import { html } from "./dom.js";
import { settings } from "./settings.js";
import { half, JOKER } from "./cards/courts.js";
import { deckOf, hash, readable } from "./cards/deck.js";
import { FRENCH, PIECES, PIPS } from "./cards/shapes.js";

export { deckOf, readable, signed, spoken } from "./cards/deck.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [250, 350]; // of a face
export const RATIO = HIGH / WIDE;
const SMALL = 62; // pixels; on narrower cards pips and courts could not be made out
const HALF = 0.44; // of a card's height: more than this shows larger signs
const ids = new Map();
let sprite = null;
let number = 0;

/** Elements of [tag, attributes, children or text]; texts are set as texts, never as markup. */
function element([tag, attributes, content = []]) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (typeof content === "string") made.textContent = content;
  else made.append(...content.map(element));
  return made;
}

/** The id of the symbol with this key, made if it is new. */
function symbol(key, box, draw) {
  if (!ids.has(key)) {
    if (!sprite) {
      sprite = element(["svg", { class: "sprite", "aria-hidden": "true", focusable: "false" }]);
      document.body.append(sprite);
    }
    ids.set(key, `face${++number}`);
    sprite.append(element(["symbol",
      { id: ids.get(key), viewBox: box, preserveAspectRatio: "none" }, draw()]));
  }
  return ids.get(key);
}

const picture = (id, box, extra = "") => html`
  <svg class=${`picture ${extra}`} viewBox=${box} preserveAspectRatio="none" aria-hidden="true"
    focusable="false">
    <use href=${`#${id}`} />
  </svg>
`;

/** The front of a card. `strip`: the visible share of its height where it is covered, from the
 * upper edge, so rank and suit are there; 0 outside columns. */
export function Face({ card, width, strip = 0, covered = false }) {
  const small = strip > HALF ? "half" : strip && covered ? "strip" : "large";
  const style = settings.largeIndex || width < SMALL ? small : "full";
  const box = `0 0 ${WIDE} ${HIGH}`;
  const key = `${style} ${card.kind} ${JSON.stringify(card)}`;
  return picture(symbol(key, box, () => FACES[card.kind](card, style)), box);
}

/** The back of a card; packs with different backs differ in colour and pattern. */
export function Back({ back = "", game }) {
  const which = back && game ? Math.max(0, deckOf(game).supplies.indexOf(back)) : 0;
  const box = `0 0 ${WIDE} ${HIGH}`;
  return picture(symbol(`back ${which % 4}`, box, () => backOf(which % 4)), box);
}

/** A piece, counter or marker. */
export function Piece({ card, text = "" }) {
  const shape = card.shape >= 0 ? card.shape : hash(card.supply || card.name);
  const key = `piece ${shape % PIECES.length} ${card.hue} ${text} ${card.state}`;
  const faded = /underground|inactive|hidden|down/.test(card.state ?? "");
  return picture(symbol(key, "0 0 100 100", () =>
    pieceOf(card, shape % PIECES.length, text, faded)), "0 0 100 100");
}

// ---- faces --------------------------------------------------------------------------------------

const paper = () => ["rect",
  { x: 1.5, y: 1.5, width: WIDE - 3, height: HIGH - 3, rx: 16, class: "paper" }];

const sign = (path, style, x, y, size, turned = false) => [
  "g",
  { transform: `translate(${x} ${y})${turned ? " rotate(180)"
    : ""} scale(${size / 100}) translate(-50 -50)` },
  [["path", { d: path, class: style }]],
];

const letters = (text, x, y, size, style, extra = {}) => [
  "text",
  { x, y, "font-size": size, class: style, "text-anchor": "middle", ...extra },
  text,
];

const twice = (parts) => [...parts,
  ["g", { transform: `rotate(180 ${WIDE / 2} ${HIGH / 2})` }, parts]];

/** A rank; two digits are set closer, so that they fit into the corner. */
function rankAt(rank, x, y, size, style) {
  const squeezed = rank.length > 1
    ? { textLength: size * (rank.length > 2 ? 1.1 : 0.82), lengthAdjust: "spacingAndGlyphs" } : {};
  return letters(rank, x, y, size, `rank ${style}`, squeezed);
}

function indexed(rank, path, style) {
  return {
    full: () => twice([rankAt(rank, 28, 58, 56, style), sign(path, style, 28, 84, 36)]),
    large: () => [
      rankAt(rank, 52, 96, 112, style),
      sign(path, style, 52, 146, 78),
      sign(path, style, 158, 246, 150),
    ],
    half: () => [
      rankAt(rank, 74, 142, 156, style),
      sign(path, style, 184, 92, 104),
      sign(path, style, 125, 278, 104),
    ],
    strip: () => [
      rankAt(rank, 58, 92, 112, style),
      sign(path, style, 182, 54, 88),
      sign(path, style, 125, 232, 160),
    ],
  };
}

function frenchFace({ rank, suit }, style) {
  const { path } = FRENCH[suit];
  const look = `suit-${suit}`;
  const parts = [paper(), ...indexed(rank, path, look)[style]()];
  if (style !== "full") return parts;
  if (rank === "A") return [...parts, sign(path, look, WIDE / 2, HIGH / 2, 130)];
  if (PIPS[rank])
    return [...parts, ...PIPS[rank].map(([x, y]) =>
      sign(path, look, x * WIDE, y * HIGH, 48, y > 0.5))];
  const frame = ["rect", { x: 50, y: 30, width: 150, height: 290, rx: 4, class: "frame" }];
  const figure = ["g", { transform: "translate(50 30) scale(.6 .828)" },
    [["g", {}, half(rank, suit)]]];
  const body = ["g", { transform: `rotate(180 ${WIDE / 2} ${HIGH / 2})` }, [figure]];
  return [...parts, frame, figure, body, sign(path, look, 72, 56, 30),
    sign(path, look, 178, 294, 30, true)];
}

const jokerFace = ({ red }, style) => [
  paper(),
  ...(style === "full" ? [] : [rankAt("JO", 58, 92, 92, red ? "suit-H" : "suit-S")]),
  ["g", { transform: style === "full" ? "translate(0 10)" : "translate(56 118) scale(.74)" },
    JOKER],
  letters("JOKER", WIDE / 2, HIGH - 16, 30, `rank ${red ? "suit-H" : "suit-S"}`),
];

/** Words in lines of about equal length. */
function lines(text, most) {
  const found = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = found.length - 1;
    if (last >= 0 && found[last].length + 1 + word.length <= most) found[last] += ` ${word}`;
    else found.push(word);
  }
  return found;
}

/** The corners of a card that has a rank and no suit. */
const plainIndex = (rank, style) =>
  (style === "full" ? twice([rankAt(rank, 28, 58, 56, "own")])
    : [rankAt(rank, 52, 96, 104, "own")]);

function customFace(card, style) {
  const ink = inkOf(card.hue);
  const band = ["path",
    { d: `M1.5 17.5a16 16 0 0 1 16-16h215a16 16 0 0 1 16 16V${style === "full" ? 34 : 22}H1.5z`,
      fill: ink }];
  const parts = [paper(), band];
  if (card.symbol && card.short) {
    const corners = indexed(card.short, card.symbol.path, "own")[style]();
    const middle = [
      sign(card.symbol.path, "own", WIDE / 2, HIGH / 2 - 6, 120),
      letters(card.suitName, WIDE / 2, 262, 30, "own small"),
    ];
    return [paper(), ["g", { fill: ink }, [...corners, ...(style === "full" ? middle : [])]]];
  }
  const label = card.label || card.title;
  if (label === card.short) {
    const large = rankAt(label, WIDE / 2, 232, 150, "own");
    return [paper(), ["g", { fill: ink }, [...plainIndex(label, style), large]]];
  }
  const full = style === "full";
  const wrapped = lines(label, full ? 11 : 8).slice(0, 4);
  const longest = Math.max(...wrapped.map((line) => line.length), 1);
  const size = Math.min(full ? 40 : 58, (WIDE - 24) / (longest * 0.56));
  const top = card.short ? (full ? 118 : 150) : full ? 92 : 84;
  const [x, y, large] = full ? [40, 84, 54] : [58, 106, 92];
  if (card.short) parts.push(["g", { fill: ink }, [rankAt(card.short, x, y, large, "own")]]);
  wrapped.forEach((line, i) => {
    parts.push(letters(line, WIDE / 2, top + i * size * 1.1, size, "words"));
  });
  const below = top + wrapped.length * size * 1.1 + 14;
  if (full)
    card.facts.forEach((fact, i) => {
      const room = Math.min(26, (WIDE - 20) / (fact.length * 0.52));
      const at = below + 12 + i * 32;
      if (at < HIGH - 10) parts.push(letters(fact, WIDE / 2, at, room, "words small"));
    });
  return parts;
}

const FACES = { french: frenchFace, joker: jokerFace, custom: customFace };

/** A colour dark enough for text on paper. */
const inkOf = (hue) => (hue === "black" || hue === "white" ? "#222" : `hsl(${hue} 62% 32%)`);

// ---- backs and pieces ---------------------------------------------------------------------------

const BACKS = ["#27508f", "#8f2733", "#276b4a", "#5b3a86"];

function backOf(which) {
  const lines = [];
  for (let i = -HIGH; i < WIDE; i += 25) lines.push(`M${i} 20l${HIGH - 40} ${HIGH - 40}`,
    `M${i + HIGH} 20l-${HIGH - 40} ${HIGH - 40}`);
  const clip = `back-clip-${which}`;
  return [
    paper(),
    ["clipPath", { id: clip },
      [["rect", { x: 18, y: 18, width: WIDE - 36, height: HIGH - 36, rx: 10 }]]],
    ["rect", { x: 18, y: 18, width: WIDE - 36, height: HIGH - 36, rx: 10, fill: BACKS[which] }],
    ["g", { "clip-path": `url(#${clip})` }, [
      ["path", { d: lines.join(""), stroke: "#fff", "stroke-opacity": 0.42,
        "stroke-width": which % 2 ? 7 : 4, fill: "none" }],
    ]],
    ["circle", { cx: WIDE / 2, cy: HIGH / 2, r: 40, fill: BACKS[which], stroke: "#fff",
      "stroke-width": 5 }],
    sign(Object.values(FRENCH)[which].path, "light", WIDE / 2, HIGH / 2, 46),
  ];
}

function pieceOf(card, shape, text, faded) {
  const dark = card.hue === "black";
  const light = card.hue === "white";
  const fill = dark ? "#26272b" : light ? "#fbfaf5" : faded ? `hsl(${card.hue} 30% 88%)`
    : `hsl(${card.hue} 60% 36%)`;
  const ink = light || faded ? "#222" : "#fff";
  const edge = dark ? "#777" : faded || light ? "#333" : "#fff";
  const dashed = faded ? { "stroke-dasharray": "10 6" } : {};
  const size = Math.min(46, 150 / Math.max(2, text.length));
  return [
    ["path", { d: PIECES[shape], fill, stroke: edge, "stroke-width": 6, ...dashed }],
    ["text", { x: 50, y: 50 + size * 0.36, "font-size": size, "text-anchor": "middle", fill: ink,
      class: "rank" }, text],
  ];
}
