// Our own court cards and joker: half a figure each, drawn twice around the centre.

import { FRENCH } from "./shapes.js";

const SKIN = "#f3d9b8";
const GOLD = "#e0aa2e";

const CROWNS = {
  K: [
    ["path", { d: "M88 92 80 44 102 64 125 34 148 64 170 44 162 92z", fill: GOLD, stroke: "#6b4a08",
      "stroke-width": 3 }],
    ["circle", { cx: 125, cy: 32, r: 6, fill: GOLD, stroke: "#6b4a08", "stroke-width": 2 }],
    ["path", { d: "M103 118c2 34 10 46 22 46s20-12 22-46c-8 12-36 12-44 0z", fill: "#7a5230" }],
  ],
  Q: [
    ["path", { d: "M84 150c-10-50 0-82 41-82s51 32 41 82l-14-4 2-40H96l2 40z", fill: "#8a5a2b" }],
    ["path", { d: "M92 82c4-26 18-34 33-34s29 8 33 34c-20-9-46-9-66 0z", fill: GOLD,
      stroke: "#6b4a08", "stroke-width": 3 }],
    ["circle", { cx: 125, cy: 44, r: 7, fill: "#fff", stroke: "#6b4a08", "stroke-width": 2 }],
    ["circle", { cx: 102, cy: 58, r: 5, fill: "#fff", stroke: "#6b4a08", "stroke-width": 2 }],
    ["circle", { cx: 148, cy: 58, r: 5, fill: "#fff", stroke: "#6b4a08", "stroke-width": 2 }],
  ],
  J: [
    ["path", { d: "M90 140c-6-30-2-52 4-56h62c6 4 10 26 4 56l-12 2V102h-46v40z", fill: "#b9823f" }],
    ["path", { d: "M84 90c0-30 20-42 44-42 22 0 38 12 40 34l-40 2z", class: "robe", stroke: "#333",
      "stroke-width": 3 }],
    ["path", { d: "M160 60c18-22 30-24 38-20-8 8-12 20-30 30z", fill: GOLD, stroke: "#6b4a08",
      "stroke-width": 2 }],
  ],
};

/** The upper half of a figure, as [tag, attributes, children]. */
export function half(rank, suit) {
  const { path } = FRENCH[suit];
  const robe = `court-${suit}`;
  return [
    ["path", { d: "M36 175c4-20 24-34 52-40h74c28 6 48 20 52 40z", class: robe, stroke: "#333",
      "stroke-width": 3 }],
    ["path", { d: "M96 134 125 175 154 134z", fill: "#fff", stroke: "#333", "stroke-width": 3 }],
    ["path", { d: "M60 175 92 138M190 175 158 138", stroke: GOLD, "stroke-width": 7,
      fill: "none" }],
    ["g", { transform: "translate(113 142) scale(.24)" },
      [["path", { d: path, class: `suit-${suit}` }]]],
    ["ellipse", { cx: 125, cy: 106, rx: 25, ry: 31, fill: SKIN, stroke: "#333",
      "stroke-width": 3 }],
    ["circle", { cx: 115, cy: 101, r: 3, fill: "#222" }],
    ["circle", { cx: 135, cy: 101, r: 3, fill: "#222" }],
    ["path", { d: "M125 104v10M117 122c5 4 11 4 16 0", stroke: "#7c4a35", "stroke-width": 3,
      fill: "none" }],
    ...CROWNS[rank].map(([tag, look]) => [tag, look.class ? { ...look, class: robe } : look]),
  ];
}

/** A joker: a cap with three bells. */
export const JOKER = [
  ["path", { d: "M75 215c-30-60-46-70-40-104 22 2 38 16 48 36 6-34 18-58 42-72 24 14 36 38 42 72 10-20 26-34 48-36 6 34-10 44-40 104z", fill: "#7a3fa8", stroke: "#333", "stroke-width": 4 }],
  ["path", { d: "M125 75c24 14 36 38 42 72 10-20 26-34 48-36 6 34-10 44-40 104h-50z", fill: GOLD }],
  ["circle", { cx: 35, cy: 108, r: 12, fill: GOLD, stroke: "#333", "stroke-width": 3 }],
  ["circle", { cx: 125, cy: 70, r: 12, fill: GOLD, stroke: "#333", "stroke-width": 3 }],
  ["circle", { cx: 215, cy: 108, r: 12, fill: GOLD, stroke: "#333", "stroke-width": 3 }],
  ["ellipse", { cx: 125, cy: 232, rx: 48, ry: 44, fill: SKIN, stroke: "#333", "stroke-width": 4 }],
  ["path", { d: "M75 214h100", stroke: "#333", "stroke-width": 10 }],
  ["circle", { cx: 107, cy: 226, r: 5, fill: "#222" }],
  ["circle", { cx: 143, cy: 226, r: 5, fill: "#222" }],
  ["path", { d: "M100 248c14 14 36 14 50 0", stroke: "#7c4a35", "stroke-width": 5, fill: "none" }],
];
