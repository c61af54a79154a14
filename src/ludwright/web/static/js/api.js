// Requests to the server's HTTP interface.

import { url } from "./router.js";

/** An answer of the server that is an error: its code, and a message for people. */
export class ApiError extends Error {
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The JSON answer to a request; `body`, if given, is sent as JSON. */
export async function api(path, { method, body, signal, keepalive } = {}) {
  const options = { method: method ?? (body === undefined ? "GET" : "POST"), signal, keepalive };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(url(path), options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("offline", "the server does not answer", 0);
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    if (answer.ok) throw new ApiError("invalid", "the server's answer is not JSON", answer.status);
  }
  if (answer.ok) return data;
  const { code = "error", message = answer.statusText } = data?.error ?? {};
  throw new ApiError(code, message, answer.status);
}
