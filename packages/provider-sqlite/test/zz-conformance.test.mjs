// packages/provider-sqlite/test/conformance.test.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// packages/core/src/search/best.ts
var step = 128;
function* best(scores, count3, weigh, highest = 1) {
  const kept4 = [];
  for (let [from, size] = [0, count3]; from < scores.size; from += size, size = Math.max(step, 2 * size)) {
    const order = scores.top(from + size + 1);
    const part = order.slice(from, from + size);
    const items = yield part.map(([id2]) => id2);
    for (const [id2, score] of part) {
      const item = items.get(id2);
      const weight = item === void 0 ? 0 : weigh(item);
      if (item !== void 0 && weight > 0) kept4.push({ id: id2, item, score: score * weight });
    }
    kept4.sort((a, b3) => b3.score - a.score || a.id - b3.id);
    if (kept4.length > count3) kept4.length = count3;
    const next = order[from + size]?.[1] ?? 0;
    if (kept4.length === count3 && (kept4.at(-1)?.score ?? 0) >= next * highest) break;
  }
  return kept4;
}
function runSteps(steps, load) {
  let next = steps.next();
  while (next.done !== true) next = steps.next(load(next.value));
  return next.value;
}

// packages/core/src/search/bm25.ts
var k1 = 0.9;
var b = 0.4;
function averageOf({ count: count3, terms }) {
  return terms / Math.max(1, count3) || 1;
}
function dampingOf(length, average) {
  return k1 * (1 - b + b * length / average);
}
function rarityOf(holders2, count3) {
  return Math.log(1 + Math.max(0, count3 - holders2 + 0.5) / (holders2 + 0.5));
}

// packages/core/src/search/date-words.ts
var months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"]
];
function dateWords(date2) {
  const time = new Date(date2);
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

// packages/core/src/errors.ts
var brand = /* @__PURE__ */ Symbol.for("lamella.error");
var LamellaError = class extends Error {
  name = "LamellaError";
  code;
  /** What happened, one sentence. */
  what;
  /** How to fix it, one sentence. */
  fix;
  details;
  constructor(init) {
    super(`${init.what} ${init.fix} [${init.code}]`, init.cause === void 0 ? void 0 : { cause: init.cause });
    this.code = init.code;
    this.what = init.what;
    this.fix = init.fix;
    this.details = init.details;
    Object.defineProperty(this, brand, { value: true });
  }
};
function isLamellaError(value, code) {
  if (typeof value !== "object" || value === null || !(brand in value)) return false;
  return code === void 0 || value.code === code;
}

// packages/core/src/aborted.ts
function aborted(signal, what = "The build") {
  return new LamellaError({
    code: "ABORTED",
    what: `${what} was aborted by its signal.`,
    fix: "Call it again.",
    details: {},
    cause: signal.reason
  });
}
function throwIfAborted(signal, what) {
  if (signal?.aborted) throw aborted(signal, what);
}

// packages/core/src/with-deadline.ts
var longestTimer = 2 ** 31 - 1;
async function withDeadline(work, { what, signal, deadline, timedOut }) {
  throwIfAborted(signal, what);
  const own2 = new AbortController();
  if (signal === void 0 && deadline === void 0) return work(own2.signal);
  let cancel = () => {
  };
  let timer;
  const stopped = new Promise((_, reject) => {
    const stop = (error) => {
      reject(error);
      own2.abort(error);
    };
    if (signal) {
      cancel = () => stop(aborted(signal, what));
      signal.addEventListener("abort", cancel, { once: true });
    }
    if (deadline !== void 0) {
      const late2 = timedOut ?? ((milliseconds2) => new Error(`${what} took longer than ${milliseconds2} ms.`));
      timer = setTimeout(() => stop(late2(deadline)), Math.min(deadline, longestTimer));
    }
  });
  const worked = async () => work(own2.signal);
  try {
    return await Promise.race([stopped, worked()]);
  } catch (error) {
    throw signal?.aborted ? aborted(signal, what) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

// packages/core/src/search/vector-bytes.ts
function unitVector(numbers2) {
  const vector = Float32Array.from(numbers2);
  const length = Math.sqrt(vector.reduce((sum2, number) => sum2 + number * number, 0));
  return length === 0 ? vector : vector.map((number) => number / length);
}
function bytesOf(vector) {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
function vectorOf(bytes2) {
  const aligned = bytes2.byteOffset % 4 === 0 ? bytes2 : bytes2.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
function dot(a, b3) {
  let sum2 = 0;
  for (let i2 = 0; i2 < a.length; i2++) sum2 += a[i2] * b3[i2];
  return sum2;
}

// packages/core/src/search/embed.ts
var defaultTimeout = 1e4;
function createEmbed(embedder, failed) {
  const batch = Math.max(1, Math.floor(embedder.batch ?? 64));
  const enough2 = 8 + Math.ceil(Math.log(batch) / Math.log(4));
  const deadline = embedder.timeout ?? defaultTimeout;
  let isLate = false;
  const timedOut = (milliseconds2) => {
    isLate = true;
    return new Error(`it took longer than ${milliseconds2} ms`);
  };
  const ask = async (texts, signal) => {
    let given;
    try {
      throwIfAborted(signal, "The search");
      isLate = false;
      const options3 = { what: "The search", signal, deadline, timedOut };
      given = await withDeadline((own2) => embedder.embed(texts, own2), options3);
    } catch (error) {
      throwIfAborted(signal, "The search");
      throw failed(sentence(embedder, error instanceof Error ? error.message : String(error)), error);
    }
    return vectorsOf(embedder, given, texts.length, failed);
  };
  return {
    one: async (text2, signal) => (await ask([text2], signal))[0],
    all: async (waiting, keep, signal) => {
      let error;
      let [left, size, failures] = [0, batch, 0];
      for (let from = 0; from < waiting.length; ) {
        const texts = waiting.slice(from, from + size);
        let vectors;
        try {
          vectors = await ask(
            texts.map(({ text: text2 }) => text2),
            signal
          );
        } catch (thrown) {
          throwIfAborted(signal, "The search");
          error = thrown;
        }
        if (vectors) {
          await keep(texts, vectors);
          from += texts.length;
          size = Math.min(batch, 4 * size);
          failures = 0;
        } else if (++failures === enough2 || isLate) {
          return { left: left + waiting.length - from, error };
        } else if (texts.length > 1) {
          size = Math.ceil(texts.length / 4);
        } else {
          left++;
          from++;
        }
      }
      return { left, error };
    }
  };
}
function vectorsOf(embedder, given, count3, failed) {
  const wrong = (what) => failed(sentence(embedder, what), void 0);
  if (!Array.isArray(given) || given.length !== count3) {
    throw wrong(`it returned ${Array.isArray(given) ? given.length : "no list of"} vectors for ${count3} texts`);
  }
  return given.map((vector) => {
    const numbers2 = vector instanceof Float32Array || Array.isArray(vector) ? vector : [];
    if (numbers2.length !== embedder.dimensions) {
      throw wrong(`it returned a vector of ${numbers2.length} numbers instead of ${embedder.dimensions}`);
    }
    const unit2 = unitVector(numbers2);
    if (!unit2.every(Number.isFinite)) throw wrong("it returned a vector with values other than numbers");
    return unit2;
  });
}
function sentence({ name }, what) {
  return `The embedder "${name}" failed: ${what.replace(/\.$/, "")}.`;
}

// packages/core/src/search/fuse.ts
var flatness = 10;
function fuse({ keyword, vector, weight }) {
  const fused = /* @__PURE__ */ new Map();
  for (const [rank2, { id: id2, item }] of keyword.entries()) {
    fused.set(id2, { id: id2, item, score: 1 / (flatness + rank2 + 1), by: ["keyword"] });
  }
  for (const [rank2, { id: id2, item }] of vector.entries()) {
    const before2 = fused.get(id2);
    const score = (before2?.score ?? 0) + weight / (flatness + rank2 + 1);
    if (score > 0)
      fused.set(id2, { id: id2, item, score, by: before2 && weight > 0 ? ["keyword", "vector"] : before2?.by ?? ["vector"] });
  }
  return [...fused.values()].sort((a, b3) => b3.score - a.score || a.id - b3.id);
}
var judges = 10;
var leastCoverage = 0.25;
function vectorWeight(keyword, coverage, likeness, weight, sample = [...likeness.values()]) {
  if (keyword.size === 0) return weight === 0 ? 0 : 1;
  return weight * Math.min(1, 2 * trustIn(keyword, likeness, sample)) / Math.max(leastCoverage, coverage);
}
function trustIn(keyword, likeness, sample) {
  const best3 = keyword.top(judges);
  let [standing, total] = [0, 0];
  for (const [id2, score] of best3) {
    const own2 = likeness.get(id2);
    if (own2 === void 0 || sample.length === 0) continue;
    let below = 0;
    for (const other5 of sample) below += other5 < own2 ? 1 : other5 === own2 ? 0.5 : 0;
    standing += score * below / sample.length;
    total += score;
  }
  return total === 0 ? 0 : Math.max(0, 2 * standing / total - 1);
}

// packages/core/src/suggest.ts
var longest = 100;
function suggest(word, known) {
  if (word.length > longest) return void 0;
  const wanted = word.toLowerCase();
  let best3;
  let least2 = Math.floor(Math.max(3, word.length) / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least2);
    if (distance < least2) {
      least2 = distance;
      best3 = candidate;
    }
  }
  return best3;
}
function didYouMean(word, known) {
  const near = suggest(word, known);
  return near === void 0 ? "" : ` Did you mean '${near}'?`;
}
function editDistance(a, b3, most7) {
  if (Math.abs(a.length - b3.length) >= most7) return most7;
  let previous = Array.from({ length: b3.length + 1 }, (_, i2) => i2);
  for (let i2 = 1; i2 <= a.length; i2++) {
    const row = [i2];
    let nearest = i2;
    for (let j = 1; j <= b3.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i2 - 1] === b3[j - 1] ? 0 : 1);
      const distance = Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row.push(distance);
      nearest = Math.min(nearest, distance);
    }
    if (nearest >= most7) return most7;
    previous = row;
  }
  return previous[b3.length] ?? 0;
}

// packages/core/src/options.ts
function checkOptions(what, options3, checks2, required = []) {
  checkKeys("an option", "options", options3, checks2, required, (option, problem) => {
    throw new LamellaError({
      code: "OPTION_INVALID",
      what: `${what}: ${problem}`,
      fix: `Correct the options passed to ${what}().`,
      details: { what, option }
    });
  });
  return options3;
}
function checkKeys(kind, name, object, checks2, required, fail) {
  const found = (key, problem) => fail(key, `'${key}' ${problem}${/[.?]$/.test(problem) ? "" : "."}`);
  if (!isObject(object)) found(name, "must be an object");
  const known = Object.keys(checks2);
  for (const [key, value] of Object.entries(object)) {
    if (!known.includes(key)) found(key, `is not ${kind}.${didYouMean(key, known)}`);
    const problem = value === void 0 ? void 0 : checks2[key]?.(value);
    if (problem !== void 0) found(key, problem);
  }
  for (const key of required) if (object[key] === void 0) found(key, "is missing");
}
var mustBeTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === "string") ? void 0 : "must be a list of strings";
var mustBeBoolean = (value) => typeof value === "boolean" ? void 0 : "must be true or false";
var mustBeFunction = (value) => typeof value === "function" ? void 0 : "must be a function";
function mustBeNumber(least2, most7 = Number.POSITIVE_INFINITY) {
  const range = most7 === Number.POSITIVE_INFINITY ? `${least2} or more` : `from ${least2} to ${most7}`;
  return (value) => Number.isFinite(value) && value >= least2 && value <= most7 ? void 0 : `must be a number, ${range}`;
}
function mustBeWhole(least2) {
  return (value) => Number.isSafeInteger(value) && value >= least2 ? void 0 : `must be a whole number, ${least2} or more`;
}
function mustBeOneOf(values) {
  return (value) => values.includes(value) ? void 0 : `must be one of ${values.join(", ")}`;
}
function mustHaveMethod(method) {
  return (value) => isObject(value) && typeof value[method] === "function" ? specProblem(value) : `must be an object with a method ${method}`;
}
function specProblem({ spec = 1 }) {
  return spec === 1 ? void 0 : `has contract version ${String(spec)}; this release of Lamella supports 1`;
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// packages/core/src/search/must-be-embedder.ts
function mustBeEmbedder(value) {
  const { name, dimensions: dimensions2, batch, timeout, embed } = isObject(value) ? value : {};
  if (typeof name !== "string" || name === "") return "must be an object with a name";
  if (mustBeWhole(1)(dimensions2)) return `must have dimensions: ${mustBeWhole(1)(dimensions2)}`;
  if (batch !== void 0 && mustBeWhole(1)(batch)) return `has a batch that ${mustBeWhole(1)(batch)}`;
  if (timeout !== void 0 && mustBeWhole(1)(timeout)) return `has a timeout that ${mustBeWhole(1)(timeout)}`;
  return typeof embed === "function" ? void 0 : "must be an object with a method embed";
}

// packages/core/src/search/question-vector.ts
async function questionVector(vectors, owner, { query, mode, signal }, tell) {
  if (vectors === void 0 || mode === "keyword") return void 0;
  await vectors.catchUp(owner, signal);
  try {
    return await vectors.ofQuestion(query, signal);
  } catch (error) {
    if (mode !== "auto" || !isLamellaError(error, "EMBEDDER_FAILED")) throw error;
    tell(`The query was answered by words alone: ${error.what}`);
    return void 0;
  }
}

// packages/core/src/store/search/diverse.ts
var diversePool = 200;
function diverse(hits, diversity, limit2, termsOf) {
  if (diversity === 0 || hits.length <= limit2) return hits.slice(0, limit2);
  const left = hits.slice(0, Math.max(diversePool, limit2)).map((hit) => ({ hit, terms: termsOf(hit), likeness: 0 }));
  const best3 = hits[0]?.score ?? 1;
  const taken = [];
  while (left.length > 0 && taken.length < limit2) {
    let choice = 0;
    let most7 = Number.NEGATIVE_INFINITY;
    for (const [index2, { hit, likeness }] of left.entries()) {
      const worth = (1 - diversity) * (hit.score / best3) - diversity * likeness;
      if (worth > most7) {
        most7 = worth;
        choice = index2;
      }
    }
    const [chosen] = left.splice(choice, 1);
    if (!chosen) break;
    taken.push(chosen.hit);
    for (const other5 of left) other5.likeness = Math.max(other5.likeness, likenessOf(chosen.terms, other5.terms));
  }
  return taken.toSorted((a, b3) => b3.score - a.score);
}
function likenessOf(a, b3) {
  const [few2, many] = a.size < b3.size ? [a, b3] : [b3, a];
  let both = 0;
  for (const term of few2.keys()) if (many.has(term)) both++;
  return both === 0 ? 0 : both / (a.size + b3.size - both);
}

// packages/core/src/lost-by-json.ts
function lostByJson(value, depth) {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return void 0;
    case "number":
      return Number.isFinite(value) ? void 0 : String(value);
    case "object":
      return value === null ? void 0 : lostInObject(value, depth);
    default:
      return `a ${typeof value}`;
  }
}
function lostInObject(value, depth) {
  if (depth > 500) return "a cycle, or 500 levels";
  const isList = Array.isArray(value);
  const prototype = Object.getPrototypeOf(value);
  if (!isList && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return `an object of the class ${Object.prototype.toString.call(value).slice(8, -1)}`;
  }
  for (const item of isList ? value : Object.values(value)) {
    if (isList && item === void 0) return "an undefined list item";
    const lost = lostByJson(item, depth + 1);
    if (lost !== void 0) return lost;
  }
  return void 0;
}

// packages/core/src/messages/foreign-messages.ts
var names = {
  "openai-chat": ["OpenAI messages", "use `fromOpenAIChat` of @lamella/wire/openai-chat"],
  "openai-responses": ["items of OpenAI Responses", "use `fromOpenAIResponses` of @lamella/wire/openai-responses"],
  anthropic: ["Anthropic messages", "use `fromAnthropic` of @lamella/wire/anthropic"],
  gemini: ["Gemini contents", "use `fromGemini` of @lamella/wire/gemini"],
  "ai-sdk-4": ["messages of AI SDK 4", "rename their fields to `input`, `output: { type, value }` and `mediaType`"],
  "ai-sdk-ui": ["UI messages", "use `convertToModelMessages` of the AI SDK"]
};
function fixOf(format2) {
  const [what, fix] = names[format2];
  return `These look like ${what}: ${fix}.`;
}
var fields = byWord({
  "openai-chat": "tool_calls tool_call_id function_call refusal",
  "openai-responses": "call_id",
  "ai-sdk-4": "args result mimeType toolInvocations",
  anthropic: "source tool_use_id"
});
var types = byWord({
  "openai-chat": "image_url input_audio refusal",
  "openai-responses": "input_text input_image input_file output_text function_call function_call_output",
  anthropic: "tool_use tool_result thinking redacted_thinking",
  "ai-sdk-4": "redacted-reasoning"
});
function byWord(words3) {
  const entries = Object.entries(words3);
  return new Map(entries.flatMap(([format2, list2]) => list2.split(" ").map((word) => [word, format2])));
}
function formatOf(messages) {
  for (const message of messages) {
    const found = isObject(message) ? formatOfMessage(message) : void 0;
    if (found) return found;
  }
  const isOpenAI = (one2) => isObject(one2) && (one2["role"] === "assistant" && one2["content"] === null || one2["role"] === "developer");
  return messages.some(isOpenAI) ? "openai-chat" : void 0;
}
function formatOfMessage(message) {
  const { parts: parts4, content: content2 } = message;
  if (Array.isArray(parts4)) return parts4.some((part) => isObject(part) && "type" in part) ? "ai-sdk-ui" : "gemini";
  for (const one2 of [message, ...Array.isArray(content2) ? content2 : []]) {
    if (!isObject(one2)) continue;
    const type3 = String(one2["type"]);
    const format2 = types.get(type3);
    if (format2) return format2;
    if (type3 === "file" && isObject(one2["file"])) return "openai-chat";
    const field = Object.keys(one2).find((key) => fields.has(key) && one2[key] !== void 0);
    if (field) return fields.get(field);
  }
  return void 0;
}

// packages/core/src/messages/message-problem.ts
var deepestJson = 500;
var mostJson = 1e7;
var is = (problem) => ({ path: "", problem });
var notText = is("must be text");
var missing = is("is missing");
var tooDeep = is(`nests deeper than ${deepestJson} levels, contains itself, or has over ${mostJson} values`);
var text = (value) => typeof value === "string" ? void 0 : value === void 0 ? missing : notText;
var there = (value) => value === void 0 || value === null ? missing : void 0;
var json = (value) => looksLeft(value, 0, mostJson) < 0 ? tooDeep : void 0;
var flag = (value) => typeof value === "boolean" ? void 0 : is("must be true or false");
var id = (value) => typeof value === "string" || isObject(value) && Object.values(value).every((one2) => typeof one2 === "string") ? void 0 : is("must be text, or an object of texts by provider");
var maybeText = (value) => value === void 0 ? void 0 : text(value);
var maybeFlag = (value) => value === void 0 ? void 0 : flag(value);
var options = (value) => value === void 0 || isObject(value) ? void 0 : is("must be an object, or omitted");
function at(path, found) {
  return found && { path: path + found.path, problem: found.problem };
}
function oneOf(types2) {
  const looks = new Map(Object.entries(types2));
  const known = Object.keys(types2).join(", ");
  return (value) => {
    if (!isObject(value)) return is("must be an object");
    const look = looks.get(value["type"]);
    if (!look) return at(".type", is(`must be ${known}`));
    return look(value) ?? at(".providerOptions", options(value["providerOptions"])) ?? otherFields(value);
  };
}
var looked = ["content", "input", "output", "value"];
function otherFields(value) {
  for (const key in value) {
    const held = value[key];
    if (typeof held !== "object" || held === null || looked.includes(key)) continue;
    const found = json(held);
    if (found) return at(`.${key}`, found);
  }
  return void 0;
}
function list(check2) {
  return (value) => {
    if (!Array.isArray(value)) return is("must be a list");
    for (let index2 = 0; index2 < value.length; index2++) {
      const found = check2(value[index2]);
      if (found) return at(`[${index2}]`, found);
    }
    return void 0;
  };
}
var inText = (part) => at(".text", text(part["text"]));
var inTextValue = (part) => at(".value", text(part["value"]));
var inJsonValue = (part) => at(".value", json(part["value"]));
var inUrl = (part) => at(".url", text(part["url"])) ?? at(".mediaType", maybeText(part["mediaType"]));
var inFileId = (part) => at(".fileId", id(part["fileId"]));
var inMedia = (part) => at(".data", text(part["data"])) ?? at(".mediaType", text(part["mediaType"])) ?? at(".filename", maybeText(part["filename"]));
var pieces = list(
  oneOf({
    text: inText,
    media: inMedia,
    "image-data": inMedia,
    "file-data": inMedia,
    "image-url": inUrl,
    "file-url": inUrl,
    "image-file-id": inFileId,
    "file-id": inFileId,
    custom: () => void 0
  })
);
var output = oneOf({
  text: inTextValue,
  json: inJsonValue,
  "error-text": inTextValue,
  "error-json": inJsonValue,
  "execution-denied": (value) => at(".reason", maybeText(value["reason"])),
  content: (value) => at(".value", pieces(value["value"]))
});
var inImage = (part) => at(".image", there(part["image"])) ?? at(".mediaType", maybeText(part["mediaType"]));
var inFile = (part) => at(".data", there(part["data"])) ?? at(".mediaType", text(part["mediaType"])) ?? at(".filename", maybeText(part["filename"]));
var inCall = (part) => at(".toolCallId", text(part["toolCallId"])) ?? at(".toolName", text(part["toolName"])) ?? at(".providerExecuted", maybeFlag(part["providerExecuted"])) ?? // The arguments of AI SDK 4 would be lost.
at(".input", part["input"] === void 0 && part["args"] !== void 0 ? missing : json(part["input"]));
var inResult = (part) => at(".toolCallId", text(part["toolCallId"])) ?? at(".toolName", text(part["toolName"])) ?? at(".output", output(part["output"]));
var inRequest = (part) => at(".approvalId", text(part["approvalId"])) ?? at(".toolCallId", text(part["toolCallId"])) ?? at(".inputSchemaInput", json(part["inputSchemaInput"]));
var inResponse = (part) => at(".approvalId", text(part["approvalId"])) ?? at(".approved", flag(part["approved"])) ?? at(".reason", maybeText(part["reason"])) ?? at(".providerExecuted", maybeFlag(part["providerExecuted"]));
var ofUser = list(oneOf({ text: inText, image: inImage, file: inFile }));
var ofTool = list(oneOf({ "tool-result": inResult, "tool-approval-response": inResponse }));
var ofAssistant = list(
  oneOf({
    text: inText,
    file: inFile,
    reasoning: inText,
    "tool-call": inCall,
    "tool-result": inResult,
    "tool-approval-request": inRequest
  })
);
function messageProblem(value) {
  if (!isObject(value)) return is("is not a message");
  return shapeProblem(value) ?? otherFields(value);
}
function shapeProblem(value) {
  const { role, content: content2 } = value;
  const wrong = at(".providerOptions", options(value["providerOptions"]));
  if (wrong) return wrong;
  switch (role) {
    case "system":
      return typeof content2 === "string" ? void 0 : at(".content", is("must be text"));
    case "tool":
      return at(".content", ofTool(content2));
    case "user":
    case "assistant":
      if (typeof content2 === "string") return lostCalls(value);
      if (!Array.isArray(content2)) return at(".content", is("must be text or a list of parts"));
      return at(".content", role === "user" ? ofUser(content2) : ofAssistant(content2));
    default:
      return at(".role", is("must be system, user, assistant or tool"));
  }
}
function lostCalls({ tool_calls: calls }) {
  return Array.isArray(calls) && calls.length > 0 ? { path: ".tool_calls", problem: "is not a field of a message" } : void 0;
}
function looksLeft(value, depth, looks) {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return looks;
  if (depth > deepestJson) return -1;
  let left = looks;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    left = looksLeft(item, depth + 1, left - 1);
    if (left < 0) return -1;
  }
  return left;
}

// packages/core/src/messages/check-messages.ts
function messageFix(seen, otherwise = "A message is a ModelMessage of the AI SDK: { role, content }.") {
  const format2 = formatOf(seen);
  return format2 ? fixOf(format2) : otherwise;
}

// packages/core/src/messages/reserved-marks.ts
var own = "lamella";
function fieldsOf({
  type: type3,
  content: content2,
  output: output2,
  value
}) {
  return [["content", content2], ["output", output2], ...type3 === "content" ? [["value", value]] : []];
}
function* holders(message, path) {
  yield [path, message];
  for (const [name, held] of fieldsOf(message)) {
    const at6 = path === "" ? name : `${path}.${name}`;
    if (Array.isArray(held)) {
      for (const [index2, item] of held.entries()) if (isObject(item)) yield* holders(item, `${at6}[${index2}]`);
    } else if (isObject(held)) yield* holders(held, at6);
  }
}
function reservedMark(message) {
  for (const [path, { providerOptions }] of holders(message, "")) {
    const marks = isObject(providerOptions) ? providerOptions[own] : void 0;
    if (marks === void 0) continue;
    const [mark2] = isObject(marks) ? Object.keys(marks) : [void 0];
    const at6 = `providerOptions.${own}${mark2 === void 0 ? "" : `.${mark2}`}`;
    return path === "" ? at6 : `${path}.${at6}`;
  }
  return void 0;
}

// packages/core/src/store/check/check.ts
var longestId = 512;
function ownerOf(scope20) {
  const { tenant, user, agent } = scope20 ?? {};
  if (tenant === void 0 || tenant === "") {
    throw new LamellaError({
      code: "SCOPE_INVALID",
      what: "scope.tenant is missing.",
      fix: "Pass the scope first: { tenant, user?, agent? }. A tenant is required.",
      details: { key: "tenant" }
    });
  }
  return {
    tenant: checkId("scope.tenant", tenant),
    user: user === void 0 ? "" : checkId("scope.user", user),
    agent: agent === void 0 ? "" : checkId("scope.agent", agent)
  };
}
function checkId(what, id2) {
  return checkText(what, id2, longestId);
}
function checkText(what, text2, longest5) {
  if (typeof text2 !== "string") throw invalid(what, `is ${text2 === null ? "null" : typeof text2}, not a string`);
  if (text2 === "") throw invalid(what, "is empty");
  if (text2.length > longest5) throw invalid(what, `is longer than ${longest5} characters`);
  if (/[\uD800-\uDFFF]/u.test(text2)) throw invalid(what, "has half of a surrogate pair");
  return text2;
}
function messageTexts(messages) {
  if (!Array.isArray(messages)) throw invalid("messages", "are not a list");
  return messages.map((message, index2) => {
    const found = messageProblem(message);
    if (found) throw invalid(`messages[${index2}]${found.path}`, found.problem, messageFix([message, ...messages]));
    const lost = lostByJson(message, 0);
    if (lost !== void 0) throw invalid(`messages[${index2}]`, `has ${lost}, which JSON cannot store`);
    const mark2 = reservedMark(message);
    if (mark2 !== void 0) throw invalid(`messages[${index2}]`, `has ${mark2}, which is reserved for Lamella`, markFix);
    return JSON.stringify(message);
  });
}
var valueFix = "Ids are strings of 1 to 512 characters without half of a surrogate pair; values are plain JSON.";
var markFix = "Append only the conversation's own messages, not those of a context; compact() records a summary.";
function invalid(what, problem, fix = valueFix) {
  return new LamellaError({
    code: "STORE_VALUE_INVALID",
    what: `${what} ${problem}.`,
    fix,
    details: { what, problem }
  });
}

// packages/core/src/store/search/dates.ts
var milliseconds = 864e5;
var form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
function dateSpan(what, date2) {
  const [instant, day3] = typeof date2 === "string" && form.exec(date2) || [];
  const start = day3 === void 0 ? Number.NaN : Date.parse(day3);
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day3 ?? "");
  const first = isDay ? Date.parse(instant ?? "") : Number.NaN;
  if (Number.isNaN(first)) throw invalid(what, "is neither an ISO 8601 day nor an instant with Z or an offset");
  return { first, last: instant === day3 ? first + milliseconds - 1 : first };
}
function ageInDays(span, now) {
  return Math.max(0, now.getTime() - span.last) / milliseconds;
}

// packages/core/src/store/search/fading.ts
function fading(date2, recency) {
  if (recency === void 0 || date2 === void 0) return 1;
  const span = typeof date2 === "string" ? dateSpan("date", date2) : date2;
  return Math.max(1e-9, 0.5 ** (ageInDays(span, recency.now) / recency.halfLifeDays));
}

// packages/core/src/search/scores.ts
function scoresOf(ids2, scores) {
  const isBetter = (a, b3) => {
    const [first, second2] = [scores[a], scores[b3]];
    return first > second2 || first === second2 && ids2[a] < ids2[b3];
  };
  return {
    size: ids2.length,
    get highest() {
      let highest = 0;
      for (let i2 = 0; i2 < scores.length; i2++) if (scores[i2] > highest) highest = scores[i2];
      return highest;
    },
    only: (isMeant3) => {
      const [keptIds, keptScores] = [[], []];
      for (let i2 = 0; i2 < ids2.length; i2++) {
        if (!isMeant3(ids2[i2])) continue;
        keptIds.push(ids2[i2]);
        keptScores.push(scores[i2]);
      }
      return scoresOf(keptIds, keptScores);
    },
    top: (count3) => {
      const places2 = bestPlaces(ids2.length, count3, isBetter);
      places2.sort((a, b3) => isBetter(a, b3) ? -1 : 1);
      return places2.map((place) => [ids2[place], scores[place]]);
    }
  };
}
function scoresIn(scores) {
  return scoresOf([...scores.keys()], [...scores.values()]);
}
function bestPlaces(size, count3, isBetter) {
  if (count3 >= size) return Array.from({ length: size }, (_, place) => place);
  const heap = [];
  for (let place = 0; place < size; place++) {
    if (heap.length < count3) {
      let at6 = heap.push(place) - 1;
      while (at6 > 0) {
        const parent = at6 - 1 >> 1;
        if (isBetter(place, heap[parent])) break;
        heap[at6] = heap[parent];
        at6 = parent;
      }
      heap[at6] = place;
    } else if (count3 > 0 && isBetter(place, heap[0])) {
      let at6 = 0;
      for (let child = 1; child < count3; child = 2 * at6 + 1) {
        if (child + 1 < count3 && isBetter(heap[child], heap[child + 1])) child++;
        if (isBetter(heap[child], place)) break;
        heap[at6] = heap[child];
        at6 = child;
      }
      heap[at6] = place;
    }
  }
  return heap;
}

// packages/core/src/search/rank-texts.ts
var leastPool = 100;
var leastWeight = 1e-6;
function* rankTexts(request, matches) {
  return (yield* rank(request, matches, void 0)) ?? [];
}
function* rank(request, { words: words3, likeness, isMeant: isMeant3, isItemMeant, highestFactor = 1, weight, termsOf }, nearest) {
  const weigh = (found) => isItemMeant(found) ? fading(found.date, request.recency) * (found.factor ?? 1) : 0;
  const wanted = wantedOf(request);
  const like = likeness && (isMeant3 === void 0 ? likeness : only(likeness, isMeant3));
  const pick = (scores, count3) => best(scores, count3, weigh, highestFactor);
  const isEnough = (list2, count3) => nearest === void 0 || list2.length === count3 && (list2.at(-1)?.score ?? 0) > highestFactor * positive(nearest.floor);
  let fused;
  if (like && request.mode === "vector") {
    const vector = yield* pick(allPositive(like), wanted);
    if (!isEnough(vector, wanted)) return void 0;
    fused = vector.map((hit) => ({ ...hit, by: ["vector"] }));
  } else {
    const found = words3();
    const scores = isMeant3 === void 0 ? found.scores : found.scores.only(isMeant3);
    if (like) {
      const count3 = poolOf(wanted);
      const coverage = Math.min(1, scores.highest / found.most);
      const keyword = yield* pick(scores, count3);
      const vector = yield* pick(allPositive(like), count3);
      if (!isEnough(vector, count3)) return void 0;
      const own2 = vectorWeight(scores, coverage, like, weight, nearest?.sample);
      fused = fuse({ keyword, vector, weight: Math.max(own2, weight * leastWeight) });
    } else fused = (yield* pick(scores, wanted)).map((hit) => ({ ...hit, by: ["keyword"] }));
  }
  return diverse(fused, request.diversity, request.limit, ({ item }) => new Set(termsOf(item.text))).map(
    ({ id: id2, item, score, by }) => ({
      hit: { item: item.item(), score, by },
      id: id2,
      text: item.text,
      likeness: like?.get(id2),
      fading: fading(item.date, request.recency)
    })
  );
}
function wantedOf({ diversity, limit: limit2 }) {
  return diversity === 0 ? limit2 : Math.max(diversePool, limit2);
}
function poolOf(wanted) {
  return Math.max(leastPool, 4 * wanted);
}
function hitsOf(search) {
  return async (...args) => (await search(...args)).map(({ hit }) => hit);
}
function positive(likeness) {
  return Math.max(1e-9, (1 + likeness) / 2);
}
function allPositive(like) {
  return scoresIn(new Map([...like].map(([id2, likeness]) => [id2, positive(likeness)])));
}
function only(scores, isMeant3) {
  for (const id2 of scores.keys()) if (!isMeant3(id2)) scores.delete(id2);
  return scores;
}

// packages/core/src/search/remember-question.ts
function rememberQuestion(one2) {
  let last;
  return (text2, signal) => {
    if (last?.text === text2 && last.signal === signal) return last.vector;
    const asked = { text: text2, signal, vector: one2(text2, signal) };
    last = asked;
    asked.vector.catch(() => {
      if (last === asked) last = void 0;
    });
    return asked.vector;
  };
}

// packages/core/src/store/check/check-native.ts
var largestContent = 4 * 1024 * 1024;
var longestFormat = 64;
function checkNative(what, value) {
  if (!isObject(value)) throw invalid(what, "is not an object");
  const { format: format2, content: content2, opaque, prefix } = value;
  const name = checkText(`${what}.format`, format2, longestFormat);
  if (opaque !== void 0 && typeof opaque !== "boolean") throw invalid(`${what}.opaque`, "is not true or false");
  const seen = prefix === void 0 ? void 0 : checkText(`${what}.prefix`, prefix, longestFormat);
  if (roomAfter(content2, largestContent, 0) < 0) {
    throw invalid(`${what}.content`, `is larger than ${largestContent} characters, a cycle, or deeper than 500 levels`);
  }
  const lost = content2 === void 0 ? "no value" : lostByJson(content2, 0);
  if (lost !== void 0) throw invalid(`${what}.content`, `has ${lost}, which JSON cannot store`);
  const text2 = JSON.stringify(content2);
  if (text2.length > largestContent) throw invalid(`${what}.content`, `is larger than ${largestContent} characters`);
  return {
    format: name,
    content: JSON.parse(text2),
    ...opaque === true && { opaque },
    ...seen !== void 0 && { prefix: seen }
  };
}
function sameNative(one2, other5) {
  return JSON.stringify(one2) === JSON.stringify(other5);
}
function roomAfter(value, room4, depth) {
  if (room4 < 0 || depth > 500) return -1;
  if (typeof value === "string") return room4 - value.length;
  if (typeof value !== "object" || value === null) return room4 - 1;
  let left = room4 - 2;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (left < 0) return -1;
    left = roomAfter(item, left - (typeof key === "string" ? key.length : 0) - 1, depth + 1);
  }
  return left;
}

// packages/core/src/store/check/check-request.ts
var longestOperation = 200;
function checkChange(options3 = {}) {
  const { at: at6 } = mustBeRecord("options", options3);
  return { ...expectation(options3), at: at6 === void 0 ? void 0 : instantOf("options.at", at6) };
}
function checkAppend(given, messages) {
  const options3 = given === void 0 ? {} : given;
  const { at: at6 } = mustBeRecord("options", options3);
  if (!Array.isArray(at6)) {
    const time = at6 === void 0 ? void 0 : instantOf("options.at", at6);
    return { ...expectation(options3), times: Array.from({ length: messages }, () => time) };
  }
  if (at6.length !== messages) {
    throw invalid("options.at", `is a list of ${at6.length} times for ${messages} messages`);
  }
  const times = Array.from(
    at6,
    (time, index2) => time === void 0 ? void 0 : instantOf(`options.at[${index2}]`, time)
  );
  return { ...expectation(options3), times };
}
function expectation({ expectedRevision, operation: operation2 }) {
  return {
    expectedRevision: expectedRevision === void 0 ? void 0 : whole("options.expectedRevision", expectedRevision, 0),
    operation: operation2 === void 0 ? void 0 : checkText("options.operation", operation2, longestOperation)
  };
}
function checkPage(request = {}, length = Number.MAX_SAFE_INTEGER) {
  const { before: before2 = length, messages = 50, size = Number.POSITIVE_INFINITY } = mustBeRecord("request", request);
  return {
    before: Math.min(length, limit("request.before", before2, 0)),
    messages: limit("request.messages", messages, 1),
    size: limit("request.size", size, 0)
  };
}
function checkRange(start, end, length) {
  const from = Math.min(limit("start", start, 0), length);
  return { start: from, end: Math.max(from, Math.min(limit("end", end, 0), length)) };
}
function checkList(request = {}) {
  const { after: after2, limit: most7 = 100 } = mustBeRecord("request", request);
  if (after2 !== void 0 && typeof after2 !== "string") throw invalid("request.after", "is not a string");
  return { after: after2, limit: limit("request.limit", most7, 1) };
}
function checkImport(options3 = {}) {
  const { session } = mustBeRecord("options", options3);
  return session === void 0 ? void 0 : checkId("options.session", session);
}
function checkCompaction(compaction, length) {
  const { start, end, text: text2, native: native2 } = mustBeRecord("compaction", compaction);
  whole("compaction.start", start, 0);
  whole("compaction.end", end, 0);
  if (start >= end) throw invalid("compaction", `covers no message: ${start} to ${end}`);
  if (end > length) throw invalid("compaction.end", `is ${end}, past the ${length} messages of the session`);
  const checked = { start, end, text: checkText("compaction.text", text2, Number.POSITIVE_INFINITY) };
  return native2 === void 0 ? checked : { ...checked, native: checkNative("compaction.native", native2) };
}
function sameCompaction(a, b3) {
  return a.start === b3.start && a.end === b3.end && a.text === b3.text && sameNative(a.native, b3.native);
}
function limit(what, value, least2) {
  return value === Number.POSITIVE_INFINITY ? value : whole(what, value, least2);
}
function whole(what, value, least2) {
  if (Number.isSafeInteger(value) && value >= least2) return value;
  throw invalid(what, `is ${typeof value === "number" ? value : typeof value}, not a whole number, ${least2} or more`);
}
function checkInstant(what, value) {
  const time = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== value) throw invalid(what, "is not an ISO 8601 instant");
  return value;
}
function instantOf(what, at6) {
  if (!(at6 instanceof Date)) throw invalid(what, "is not a Date");
  if (Number.isNaN(at6.getTime())) throw invalid(what, "is an invalid Date");
  return at6.toISOString();
}
function mustBeRecord(what, value) {
  if (!isObject(value)) throw invalid(what, "is not an object");
  return value;
}

// packages/core/src/store/check/check-search.ts
var modes = ["auto", "keyword", "vector", "hybrid"];
function checkSearch(request, has) {
  const { query, mode = "auto", limit: most7 = 10, recency, diversity = 0, signal } = mustBeRecord("request", request);
  if (typeof query !== "string") throw invalid("request.query", "is not a string");
  if (!modes.includes(mode)) throw invalid("request.mode", `is not one of ${modes.join(", ")}`);
  if (mode !== "auto" && !has.includes(mode))
    throw invalid("request.mode", `is '${mode}', which this store does not support`);
  if (typeof diversity !== "number" || !(diversity >= 0 && diversity <= 1)) {
    throw invalid("request.diversity", "is not a number from 0 to 1");
  }
  if (recency !== void 0) {
    const { halfLifeDays, now } = mustBeRecord("request.recency", recency);
    if (typeof halfLifeDays !== "number" || !(halfLifeDays > 0)) {
      throw invalid("request.recency.halfLifeDays", "is not a number above 0");
    }
    instantOf("request.recency.now", now);
  }
  throwIfAborted(signal, "The search");
  return { query, mode, limit: limit("request.limit", most7, 1), recency, diversity, signal };
}

// packages/core/src/search/search-all.ts
var allContents = ["messages", "memory", "blocks"];
var judges2 = 10;
var least = 1e-9;
function planSearchAll(request, messagesHaveVectors) {
  const { query, mode, limit: limit2, diversity } = checkSearch(request, ["keyword", "vector", "hybrid"]);
  const { content: _, session, ...asked } = request;
  const contents = contentOf(request, messagesHaveVectors);
  const each2 = { ...asked, diversity: 0, limit: Math.max(diversity === 0 ? judges2 : diversePool, limit2) };
  if (session !== void 0) checkId("request.session", session);
  return { contents, each: each2, session, query, mode, limit: limit2, diversity };
}
function joinContents({ mode, limit: limit2, diversity }, parts4, weight, termsOf) {
  const joined2 = parts4.flatMap(({ content: content2, found, shares }) => {
    const best3 = found[0]?.hit.score ?? 1;
    const worth = mode === "vector" ? best3 : worthOf(found.slice(0, judges2), shares, weight);
    return found.map(({ hit, text: text2 }) => joinedOf(content2, hit, text2, worth * hit.score / best3));
  });
  return diverse(
    joined2.sort((a, b3) => b3.score - a.score),
    diversity,
    limit2,
    ({ text: text2 }) => new Set(termsOf(text2))
  ).map(({ hit }) => hit);
}
function worthOf(found, shares, weight) {
  let most7 = least;
  for (const { id: id2, likeness, fading: fading2 } of found) {
    const share = shares?.get(id2) ?? 0;
    const strength = likeness === void 0 ? share : (share + weight * Math.max(0, likeness)) / (1 + weight);
    most7 = Math.max(most7, strength * fading2);
  }
  return most7;
}
function joinedOf(content2, { item, by }, text2, score) {
  return { score, text: text2, hit: { content: content2, item, score, by } };
}
function contentOf(request, messagesHaveVectors) {
  const { content: content2, session, mode, filter } = request;
  if (content2 !== void 0) {
    if (!Array.isArray(content2)) throw invalid("request.content", "is not a list");
    if (content2.some((one2) => !allContents.includes(one2)))
      throw invalid("request.content", `has an item other than ${allContents.join(", ")}`);
    if (session !== void 0 && !content2.includes("messages")) {
      throw invalid("request.session", "applies to messages, which request.content excludes");
    }
    return allContents.filter((one2) => content2.includes(one2));
  }
  const { kinds: kinds6, tags, minImportance } = filter ?? {};
  const isPlain2 = tags === void 0 && minImportance === void 0;
  const needsVectors = mode === "vector" || mode === "hybrid";
  const fits2 = {
    messages: session !== void 0 || isPlain2 && kinds6 === void 0 && (messagesHaveVectors || !needsVectors),
    memory: true,
    blocks: isPlain2
  };
  return allContents.filter((one2) => fits2[one2]);
}

// packages/core/src/search/strengths.ts
function strengthsOf(asked, groups) {
  const parts4 = groups.map(({ ids: ids2, extent, holdersOf }) => ({
    ...{ holdersOf, extent, average: averageOf(extent), wanted: new Set(ids2) }
  }));
  const count3 = parts4.reduce((sum2, { extent }) => sum2 + extent.count, 0);
  const shares = parts4.map(() => /* @__PURE__ */ new Map());
  let most7 = 0;
  for (const { term, count: times } of asked) {
    const found = parts4.map(({ holdersOf }) => holdersOf(term));
    const all2 = found.reduce((sum2, texts) => sum2 + texts.length, 0);
    const rarity = times * rarityOf(all2, count3);
    most7 += rarity;
    for (const [index2, { wanted, average }] of parts4.entries()) {
      const share = shares[index2];
      for (const { id: id2, length, said: said2, around } of found[index2] ?? []) {
        if (!wanted.has(id2)) continue;
        const own2 = said2 + around;
        share.set(id2, (share.get(id2) ?? 0) + rarity * own2 / (own2 + dampingOf(length, average)));
      }
    }
  }
  for (const share of shares) for (const [id2, sum2] of share) share.set(id2, sum2 / most7);
  return shares;
}

// packages/core/src/search/vectors.ts
function createTextVectors(rows, embedder, failed, tell) {
  const embed = createEmbed(embedder, failed);
  const reuse = async (items) => {
    const found = await rows.known(items);
    const isFound = (_, index2) => found[index2] !== void 0;
    const vectors = found.filter((vector) => vector !== void 0);
    if (vectors.length > 0) await rows.keep(items.filter(isFound), vectors);
    const missing2 = /* @__PURE__ */ new Map();
    for (const item of items.filter((one2, index2) => !isFound(one2, index2))) {
      const key = `${item.owner} ${item.text}`;
      const same2 = missing2.get(key);
      if (same2) same2.push(item);
      else missing2.set(key, [item]);
    }
    return missing2;
  };
  const giveAll = async (items, signal) => {
    const groups = [...(await reuse(items)).values()];
    const waiting = groups.map((group, index2) => ({ id: index2, text: group[0]?.text ?? "" }));
    const keepGroups = async (done, vectors) => {
      const all2 = done.flatMap(
        ({ id: id2 }, index2) => (groups[id2] ?? []).map((item) => [item, bytesOf(vectors[index2])])
      );
      await rows.keep(
        all2.map(([item]) => item),
        all2.map(([, vector]) => vector)
      );
    };
    const { left, error } = await embed.all(waiting, keepGroups, signal);
    if (left > 0) tellLeft(left, error);
    return left;
  };
  const tellLeft = (left, error) => {
    const why = isLamellaError(error) ? error.what : error instanceof Error ? error.message : String(error);
    tell(`${left} texts have no vector yet: ${why}`);
  };
  let queue2 = [];
  let last = Promise.resolve();
  let next;
  return {
    give: async (item) => {
      queue2.push(item);
      next ??= last.then(() => {
        const items = queue2;
        queue2 = [];
        next = void 0;
        return giveAll(items, void 0).catch((error) => tellLeft(items.length, error));
      });
      last = next.catch(() => {
      });
      await next;
    },
    catchUp: async (owner, signal) => {
      for (let behind = -1; ; ) {
        throwIfAborted(signal, "The search");
        const items = await rows.waiting(owner, behind);
        if (items.length === 0) return;
        if (await giveAll(items, signal) === items.length) return;
        behind = items.at(-1)?.id ?? behind;
      }
    },
    ofQuestion: embed.one
  };
}

// packages/core/src/search/without-data.ts
var dataLength = 512;
var maybeData = /[A-Za-z0-9+/_=-]+/g;
function withoutData(text2) {
  return text2.length < dataLength ? text2 : text2.replace(maybeData, (run) => run.length < dataLength ? run : " ");
}

// packages/core/src/messages/message-text.ts
function messageText(message) {
  if (typeof message.content === "string") return message.content;
  return message.content.map(partText).filter((text2) => text2 !== "").join("\n");
}
function partText(part) {
  switch (part.type) {
    case "text":
      return part.text;
    case "file":
      return part.filename ?? "";
    case "tool-call":
      return `${part.toolName} ${valueText(part.input)}`;
    case "tool-result":
      return outputText(part.output);
    case "tool-approval-response":
      return part.reason ?? "";
    case "image":
    case "reasoning":
    case "tool-approval-request":
      return "";
    default:
      part;
      return "";
  }
}
function outputText(output2) {
  switch (output2.type) {
    case "execution-denied":
      return output2.reason ?? "";
    case "content":
      return output2.value.map((piece) => piece.type === "text" ? piece.text : "").filter(Boolean).join("\n");
    case "text":
    case "json":
    case "error-text":
    case "error-json":
      return valueText(output2.value);
    default:
      output2;
      return "";
  }
}
function valueText(value) {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

// packages/core/src/store/check/check-blob.ts
var largest = 256 * 1024 * 1024;
var idForm = /^blob:[a-z2-7]{26}$/;
var mediaTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/;
function checkBlobOptions(content2, options3 = {}) {
  if (!(content2 instanceof Uint8Array)) throw invalid("content", "is not a Uint8Array");
  if (content2.length > largest) throw invalid("content", `has ${content2.length} bytes, more than ${largest}`);
  const { mediaType = "application/octet-stream", name, at: at6 } = mustBeRecord("options", options3);
  checkText("options.mediaType", mediaType, 255);
  if (!mediaTypeForm.test(mediaType)) throw invalid("options.mediaType", "is not of the form 'type/subtype'");
  return {
    mediaType,
    name: name === void 0 ? void 0 : checkText("options.name", name, 512),
    at: at6 === void 0 ? void 0 : instantOf("options.at", at6)
  };
}
function checkBlobDelete(options3 = {}) {
  const { before: before2 } = mustBeRecord("options", options3);
  return before2 === void 0 ? void 0 : instantOf("options.before", before2);
}
function checkBlobId(id2) {
  if (typeof id2 === "string" && idForm.test(id2)) return id2;
  throw invalid("id", "is not the id of a blob: 'blob:' and 26 characters of a to z and 2 to 7");
}
function checkByteRange(range = {}, size = Number.MAX_SAFE_INTEGER) {
  const { start = 0, end = size } = mustBeRecord("range", range);
  const from = Math.min(limit("range.start", start, 0), size);
  return { start: from, end: Math.max(from, Math.min(limit("range.end", end, 0), size)) };
}
var alphabet = "abcdefghijklmnopqrstuvwxyz234567";
async function blobId(content2) {
  const own2 = content2.buffer instanceof ArrayBuffer ? content2 : new Uint8Array(content2);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", own2));
  let id2 = "blob:";
  let bits = 0;
  let value = 0;
  for (const byte of hash) {
    value = (value << 8 | byte) & 4095;
    bits += 8;
    while (bits >= 5 && id2.length < 31) {
      bits -= 5;
      id2 += alphabet[value >> bits & 31];
    }
  }
  return id2;
}

// packages/core/src/store/check/store-errors.ts
function sessionConflict(session, expected, actual) {
  return new LamellaError({
    code: "SESSION_CONFLICT",
    what: `Session ${JSON.stringify(session)} is at revision ${actual}, not ${expected}.`,
    fix: "Read what was added meanwhile, and retry with the new revision.",
    details: { session, expected, actual }
  });
}
function sessionMissing(session) {
  return new LamellaError({
    code: "SESSION_MISSING",
    what: `This scope has no session ${JSON.stringify(session)}.`,
    fix: "Append to it first, or list existing sessions with list().",
    details: { session }
  });
}
function sessionExists(session) {
  return new LamellaError({
    code: "SESSION_EXISTS",
    what: `This scope already has a session ${JSON.stringify(session)}.`,
    fix: "Choose another id, or delete that session first.",
    details: { session }
  });
}
function sessionDamaged(session, what, fix) {
  return new LamellaError({
    code: "SESSION_DAMAGED",
    what: `Session ${JSON.stringify(session)} ${what}.`,
    fix,
    details: { session }
  });
}
function blobDamaged(session, id2) {
  return new LamellaError({
    code: "BLOB_DAMAGED",
    what: `Session ${JSON.stringify(session)} has the blob ${id2}, but its content is damaged or missing.`,
    fix: "Put the same content again, or restore it from a backup.",
    details: { session, id: id2 }
  });
}
function memoryConflict(id2, expected, actual) {
  return new LamellaError({
    code: "MEMORY_CONFLICT",
    what: `Memory ${JSON.stringify(id2)} is at revision ${actual}, not ${expected}.`,
    fix: "Read it again, and retry with its revision.",
    details: { id: id2, expected, actual }
  });
}
function blockConflict(id2, expected, actual) {
  return new LamellaError({
    code: "BLOCK_CONFLICT",
    what: `Block ${JSON.stringify(id2)} is at revision ${actual}, not ${expected}.`,
    fix: "Read its new changes, and retry with its revision.",
    details: { id: id2, expected, actual }
  });
}
function blockExists(there2) {
  const { id: id2, label } = there2;
  return new LamellaError({
    code: "BLOCK_EXISTS",
    what: `This scope already has a block ${JSON.stringify(id2)} labelled ${JSON.stringify(label)}.`,
    fix: "Use the existing block, or choose another id and label.",
    details: { id: id2, label }
  });
}
function blockMissing(id2) {
  return new LamellaError({
    code: "BLOCK_MISSING",
    what: `This scope has no block ${JSON.stringify(id2)}.`,
    fix: "Create it first, or look up existing blocks with find() or list().",
    details: { id: id2 }
  });
}
function notShared(id2) {
  return new LamellaError({
    code: "BLOCK_NOT_SHARED",
    what: `This scope has no write access to the block ${JSON.stringify(id2)} of that owner.`,
    fix: "Check listShared() for shared blocks, or ask the owner to share it.",
    details: { id: id2 }
  });
}

// packages/core/src/store/check/check-memory.ts
var added = ["revision", "createdAt", "updatedAt"];
function checkMemory(entry) {
  const {
    id: id2,
    kind = "note",
    text: text2,
    date: date2,
    speaker,
    session,
    importance,
    tags,
    source,
    metadata,
    ...others2
  } = mustBeRecord("entry", entry);
  const other5 = Object.entries(others2).find(([key, value]) => value !== void 0 && !added.includes(key));
  if (other5) throw invalid(`entry.${other5[0]}`, "is an unknown field");
  return {
    id: checkId("entry.id", id2),
    kind: checkId("entry.kind", kind),
    text: checkText("entry.text", text2, Number.POSITIVE_INFINITY),
    ...date2 === void 0 ? {} : { date: checkDate(date2) },
    ...speaker === void 0 ? {} : { speaker: checkText("entry.speaker", speaker, Number.POSITIVE_INFINITY) },
    ...session === void 0 ? {} : { session: checkText("entry.session", session, Number.POSITIVE_INFINITY) },
    ...importance === void 0 ? {} : { importance: checkImportance("entry.importance", importance) },
    ...tags === void 0 ? {} : { tags: checkTexts("entry.tags", tags) },
    ...source === void 0 ? {} : { source: checkText("entry.source", source, Number.POSITIVE_INFINITY) },
    ...metadata === void 0 ? {} : { metadata: checkMetadata(metadata) }
  };
}
function checkStored(entry) {
  const { revision, createdAt, updatedAt } = mustBeRecord("entry", entry);
  if (createdAt !== void 0 && updatedAt === void 0)
    throw invalid("entry.updatedAt", "is missing although createdAt is given");
  return {
    ...checkMemory(entry),
    revision: whole("entry.revision", revision, 1),
    ...createdAt === void 0 ? {} : { createdAt: checkInstant("entry.createdAt", createdAt) },
    ...updatedAt === void 0 ? {} : { updatedAt: checkInstant("entry.updatedAt", updatedAt) }
  };
}
function checkImportance(what, importance) {
  if (typeof importance === "number" && importance >= 1 && importance <= 10) return importance;
  throw invalid(what, "is not a number from 1 to 10");
}
function checkTexts(what, texts) {
  if (!Array.isArray(texts)) throw invalid(what, "is not a list");
  return Array.from(texts, (text2, index2) => checkId(`${what}[${index2}]`, text2));
}
function checkMetadata(metadata) {
  const lost = lostByJson(metadata, 0);
  if (lost !== void 0) throw invalid("entry.metadata", `has ${lost}, which JSON cannot store`);
  return JSON.parse(JSON.stringify(metadata));
}
function checkDate(date2) {
  dateSpan("entry.date", date2);
  return date2;
}

// packages/core/src/store/search/memory-filter.ts
var middling = 5;
function memoryFilter(filter = {}) {
  const { kinds: kinds6, tags = [], minImportance, from, until, ...others2 } = mustBeRecord("filter", filter);
  mustBeEmpty(others2);
  const wanted = kinds6 === void 0 ? void 0 : new Set(checkTexts("filter.kinds", kinds6));
  const needed = checkTexts("filter.tags", tags);
  const least2 = minImportance === void 0 ? 0 : checkImportance("filter.minImportance", minImportance);
  const isInTime = dateFilter({ from, until });
  return ({ kind, tags: own2 = [], importance = middling, date: date2 }) => (wanted === void 0 || wanted.has(kind)) && needed.every((tag) => own2.includes(tag)) && importance >= least2 && isInTime(date2);
}
function messageFilter(filter = {}) {
  const { from, until, ...others2 } = mustBeRecord("filter", filter);
  mustBeEmpty(others2);
  const isInTime = dateFilter({ from, until });
  return ({ at: at6 }) => isInTime(at6);
}
function dateFilter({
  from,
  until
}) {
  if (from === void 0 && until === void 0) return () => true;
  const earliest = from === void 0 ? Number.NEGATIVE_INFINITY : dateSpan("filter.from", from).first;
  const latest = until === void 0 ? Number.POSITIVE_INFINITY : dateSpan("filter.until", until).last;
  return (date2) => {
    if (date2 === void 0) return false;
    const { first, last } = dateSpan("date", date2);
    return last >= earliest && first <= latest;
  };
}
function mustBeEmpty(others2) {
  const other5 = Object.entries(others2).find(([, value]) => value !== void 0);
  if (other5) throw invalid(`filter.${other5[0]}`, "is not supported here");
}

// packages/core/src/store/check/check-block.ts
var largestMeta = 1e5;
var largestBytes = 2 ** 28;
function checkBlock(block) {
  const { id: id2, label, kind, meta = {}, text: text2, snapshot, ...others2 } = mustBeRecord("block", block);
  mustBeNone("block", others2);
  return {
    id: checkId("block.id", id2),
    label: checkId("block.label", label),
    kind: checkId("block.kind", kind),
    meta: metaText("block.meta", meta),
    text: text2 === void 0 ? void 0 : checkRendered("block.text", text2),
    snapshot: snapshot === void 0 ? void 0 : checkBytes("block.snapshot", snapshot)
  };
}
function checkBlockChange(change) {
  const { label, kind, meta, ...others2 } = mustBeRecord("change", change);
  mustBeNone("change", others2);
  return {
    label: label === void 0 ? void 0 : checkId("change.label", label),
    kind: kind === void 0 ? void 0 : checkId("change.kind", kind),
    meta: meta === void 0 ? void 0 : metaText("change.meta", meta)
  };
}
function checkBytes(what, bytes2) {
  if (!ArrayBuffer.isView(bytes2) || Object.prototype.toString.call(bytes2) !== "[object Uint8Array]") {
    throw invalid(what, "is not a Uint8Array");
  }
  if (bytes2.byteLength === 0) throw invalid(what, "is empty");
  if (bytes2.byteLength > largestBytes) throw invalid(what, `is larger than ${largestBytes} bytes`);
  return new Uint8Array(bytes2);
}
function checkRendered(what, text2) {
  if (typeof text2 !== "string") throw invalid(what, `is ${text2 === null ? "null" : typeof text2}, not a string`);
  if (/[\uD800-\uDFFF]/u.test(text2)) throw invalid(what, "has half of a surrogate pair");
  return text2;
}
function checkUpTo(upTo) {
  return whole("upTo", upTo, 1);
}
function checkSince(since) {
  return since === void 0 ? 0 : whole("since", since, 0);
}
function checkBlockList(request = {}) {
  const { after: after2, limit: limit2 } = checkList(request);
  const { filter = {} } = request;
  const { kinds: kinds6, labelPrefix = "", stale, ...others2 } = mustBeRecord("filter", filter);
  mustBeNone("filter", others2);
  const wanted = kinds6 === void 0 ? void 0 : new Set(checkTexts("filter.kinds", kinds6));
  if (typeof labelPrefix !== "string") throw invalid("filter.labelPrefix", "is not a string");
  if (stale !== void 0 && typeof stale !== "boolean") throw invalid("filter.stale", "is not true or false");
  const isMeant3 = ({ kind, label, contentRevision, textRevision }) => (wanted === void 0 || wanted.has(kind)) && label.startsWith(labelPrefix) && (stale === void 0 || stale === textRevision < contentRevision);
  return { after: after2, limit: limit2, isMeant: isMeant3 };
}
function blockFilter(filter = {}) {
  const { kinds: kinds6, from, until, ...others2 } = mustBeRecord("filter", filter);
  const other5 = Object.entries(others2).find(([, value]) => value !== void 0);
  if (other5) throw invalid(`filter.${other5[0]}`, "is not supported here");
  const isMeant3 = memoryFilter({
    ...kinds6 === void 0 ? {} : { kinds: kinds6 },
    ...from === void 0 ? {} : { from },
    ...until === void 0 ? {} : { until }
  });
  return ({ kind, updatedAt }) => {
    const date2 = blockDate(updatedAt);
    return isMeant3(date2 === void 0 ? { kind } : { kind, date: date2 });
  };
}
function blockDate(updatedAt) {
  return updatedAt !== void 0 && /^\d{4}-/.test(updatedAt) ? updatedAt : void 0;
}
function metaText(what, meta) {
  const lost = lostByJson(mustBeRecord(what, meta), 0);
  if (lost !== void 0) throw invalid(what, `has ${lost}, which JSON cannot store`);
  const text2 = JSON.stringify(meta);
  if (text2.length > largestMeta) throw invalid(what, `is longer than ${largestMeta} characters of JSON`);
  return text2;
}
function mustBeNone(what, others2) {
  const other5 = Object.entries(others2).find(([, value]) => value !== void 0);
  if (other5) throw invalid(`${what}.${other5[0]}`, "is an unknown field");
}

// packages/core/src/store/check/check-run-change.ts
function checkRunChange(run, expectedVersion) {
  if (!isObject(run)) throw invalid("run", "is not an object");
  const lost = lostByJson(run, 0);
  if (lost !== void 0) throw invalid("run", `has ${lost}, which JSON cannot store`);
  return { text: JSON.stringify(run), expectedVersion: whole("expectedVersion", expectedVersion, 0) };
}
function nextRunVersion(session, { expectedVersion: expected }, actual) {
  if (actual === expected) return actual + 1;
  throw new LamellaError({
    code: "RUN_CONFLICT",
    what: `The run of session ${JSON.stringify(session)} is at version ${actual}, not ${expected}.`,
    fix: "Read the run again, and retry with its version.",
    details: { session, expected, actual }
  });
}

// packages/core/src/store/check/check-share.ts
function checkShare(scope20, grantee, options3) {
  const [owner, other5] = [ownerOf(scope20), ownerOf(grantee)];
  if (owner.tenant !== other5.tenant) throw invalid("grantee", "is of another tenant: shares stay in one tenant");
  if (compareOwners(owner, other5) === 0) throw invalid("grantee", "is the owner of the block");
  const { permission, write = false, ...others2 } = mustBeRecord("options", options3);
  const [unknown] = Object.keys(others2);
  if (unknown !== void 0) throw invalid(`options.${unknown}`, "is an unknown field");
  if (typeof write !== "boolean") throw invalid("options.write", "is not true or false");
  return { owner, grantee: other5, permission: checkId("options.permission", permission), write };
}
function compareOwners(a, b3) {
  if (a.user !== b3.user) return a.user < b3.user ? -1 : 1;
  if (a.agent !== b3.agent) return a.agent < b3.agent ? -1 : 1;
  return 0;
}
function scopeOf({ tenant, user, agent }) {
  return { tenant, ...user === "" ? {} : { user }, ...agent === "" ? {} : { agent } };
}

// packages/core/src/store/lines/session-history.ts
function createHistory(copied, fail) {
  let first = copied === void 0 ? 1 : 2;
  const begun = copied ?? 0;
  const appends2 = [];
  const changes = [];
  const names6 = /* @__PURE__ */ new Set();
  let messages = 0;
  let merged = 0;
  let lastCompaction = 0;
  let lastOperation = 0;
  function add2(change) {
    if (changes.length === 0 && change.revision === 2) first = 2;
    const next = first + changes.length;
    if (change.revision !== next) fail(`appears where the change of revision ${next} is missing`);
    changes.push(change);
  }
  function mergeBefore(revision) {
    for (let append = appends2[merged]; append && append.revision < revision; append = appends2[merged]) {
      add2(append);
      merged++;
    }
  }
  return {
    message({ revision, at: at6 }) {
      const start = messages++;
      const isCopy = start < begun;
      if (isCopy !== revision < first) fail(`has revision ${revision}, which a message at ${start} cannot have`);
      if (isCopy) return;
      const last = appends2.at(-1);
      if (last?.revision === revision) {
        last.length = messages;
        last.firstAt ??= at6;
        last.lastAt = at6 ?? last.lastAt;
      } else if (last && revision < last.revision) fail("has an earlier revision than the message before it");
      else appends2.push({ ...changeAt(revision, at6), start, length: messages, compaction: void 0 });
    },
    compaction(compaction) {
      const { revision, end, at: at6 } = compaction;
      if (revision < lastCompaction) fail("has an earlier revision than the compaction before it");
      lastCompaction = revision;
      mergeBefore(revision);
      const length = changes.at(-1)?.length ?? begun;
      if (end > length) fail(`ends at ${end}, past the ${length} messages at that time`);
      if (revision < first) return;
      if (appends2[merged]?.revision === revision) fail("has the revision of a message");
      add2({ ...changeAt(revision, at6), start: length, length, compaction });
    },
    operation({ name, revision }) {
      mergeBefore(Number.POSITIVE_INFINITY);
      if (revision <= lastOperation) fail("has no later revision than the operation before it");
      lastOperation = revision;
      const change = changes[revision - first];
      if (change === void 0) return fail(`has revision ${revision}, which no change has`);
      if (names6.has(name)) fail("has the name of another operation");
      names6.add(name);
      change.operation = name;
    },
    changes() {
      mergeBefore(Number.POSITIVE_INFINITY);
      if (messages < begun) fail(`ends a fork of ${begun} messages after ${messages}`);
      return changes;
    }
  };
}
function changeAt(revision, at6) {
  return { revision, firstAt: at6, lastAt: at6, operation: void 0 };
}

// packages/core/src/store/lines/session-lines.ts
var sessionLinesVersion = 1;
async function* writeSessionLines({
  info,
  messages,
  compactions,
  operations
}) {
  yield headerLine(info);
  let length = 0;
  let size = 0;
  for await (const message of messages) {
    yield messageLine(length, message);
    length++;
    size += message.text.length;
  }
  if (length !== info.length || size !== info.size) {
    const problem = `has ${length} readable messages of size ${size} instead of ${info.length} of size ${info.size}`;
    throw sessionDamaged(info.id, problem, "Restore it from a copy, or read the rest with page().");
  }
  for (const compaction of compactions) yield compactionLine(compaction);
  for (const operation2 of operations) yield operationLine(operation2);
  yield endLine(1 + length + compactions.length + operations.length);
}
function headerLine(info) {
  const { id: id2, revision, length, size, createdAt, updatedAt, forkedFrom: from } = info;
  const forkedFrom = from && { session: from.session, at: from.at };
  const head = { lamella: "session", version: sessionLinesVersion };
  return JSON.stringify({ ...head, id: id2, revision, length, size, createdAt, updatedAt, forkedFrom });
}
function messageLine(position2, { text: text2, revision, at: at6 }) {
  const time = at6 === void 0 ? "" : `,"at":${JSON.stringify(at6)}`;
  return `{"position":${position2},"revision":${revision}${time},"message":${text2}}`;
}
function compactionLine({ start, end, text: text2, native: native2, revision, at: at6 }) {
  return JSON.stringify({ compaction: { start, end, text: text2, native: native2, revision, at: at6 } });
}
function operationLine({ name, revision }) {
  return JSON.stringify({ operation: { name, revision } });
}
function endLine(lines) {
  return JSON.stringify({ end: true, lines });
}

// packages/core/src/store/lines/session-line-values.ts
function fieldsOf2(line, fail) {
  if (typeof line !== "string") return fail(`is ${typeof line}, not a string`);
  if (line === "") return fail("is empty");
  if (line.startsWith("\uFEFF")) return fail("begins with a byte order mark");
  if (line.endsWith("\r")) return fail("ends with a carriage return");
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    return fail("is not JSON");
  }
  return isObject(value) ? value : fail("is not an object");
}
function infoOf(fields2, fail) {
  const { lamella, version, id: id2, revision, length, size, createdAt, updatedAt, forkedFrom } = fields2;
  if (lamella !== "session") fail("is not the start of an exported session");
  if (version !== sessionLinesVersion) fail(`has version ${shown(version)}; supported is ${sessionLinesVersion}`);
  return kept(fail, () => ({
    id: checkId("id", id2),
    revision: whole("revision", revision, 1),
    length: whole("length", length, 0),
    size: whole("size", size, 0),
    ...createdAt === void 0 ? {} : { createdAt: checkInstant("createdAt", createdAt) },
    ...updatedAt === void 0 ? {} : { updatedAt: checkInstant("updatedAt", updatedAt) },
    ...forkedFrom === void 0 ? {} : { forkedFrom: originOf(forkedFrom) }
  }));
}
function originOf(value) {
  const { session, at: at6 } = isObject(value) ? value : {};
  return { session: checkId("forkedFrom.session", session), at: whole("forkedFrom.at", at6, 0) };
}
function messageOf({ position: position2, revision, at: at6, message }, expected, fail) {
  if (position2 !== expected) fail(`is message ${shown(position2)} instead of ${expected}`);
  return kept(fail, () => {
    const [text2 = ""] = messageTexts([message]);
    return {
      text: text2,
      revision: whole("revision", revision, 1),
      at: at6 === void 0 ? void 0 : checkInstant("at", at6)
    };
  });
}
function compactionOf(value, length, fail) {
  return kept(fail, () => {
    const compaction = checkCompaction(value, length);
    const { revision, at: at6 } = value;
    const own2 = { ...compaction, revision: whole("compaction.revision", revision, 1) };
    return at6 === void 0 ? own2 : { ...own2, at: checkInstant("compaction.at", at6) };
  });
}
function operationOf(value, fail) {
  const { name, revision } = isObject(value) ? value : {};
  return kept(fail, () => {
    const { operation: operation2 = "" } = checkChange({ operation: name });
    return { name: operation2, revision: whole("operation.revision", revision, 1) };
  });
}
function kept(fail, check2) {
  try {
    return check2();
  } catch (error) {
    if (!isLamellaError(error, "STORE_VALUE_INVALID")) throw error;
    return fail(`has an invalid value: ${error.details.what} ${error.details.problem}`);
  }
}
function shown(value) {
  return typeof value === "number" ? String(value) : typeof value;
}

// packages/core/src/store/lines/read-session-lines.ts
var kinds = ["lamella", "message", "compaction", "operation", "end"];
async function readSessionLines(lines) {
  if (!isIterable(lines)) throw invalid("lines", "are not a list or stream of lines");
  let number = 0;
  const fail = (problem) => {
    throw importInvalid(number, problem);
  };
  let kind = -1;
  let info;
  let history = createHistory(void 0, fail);
  const messages = [];
  const compactions = [];
  let size = 0;
  function take(fields2) {
    const own2 = kinds.findIndex((key) => Object.hasOwn(fields2, key));
    const name = kinds[own2];
    if (name === void 0) return fail(`is not one of a session's: ${kinds.join(", ")}`);
    if (kind === -1 && own2 !== 0) return fail("is not the start of an exported session");
    if (own2 < kind || own2 === kind && own2 === 0) return fail(`follows one of a later kind: '${kinds[kind]}'`);
    kind = own2;
    switch (name) {
      case "lamella":
        info = infoOf(fields2, fail);
        history = createHistory(info.forkedFrom?.at, fail);
        return headerLine(info);
      case "message": {
        const message = messageOf(fields2, messages.length, fail);
        history.message(message);
        size += message.text.length;
        return messageLine(messages.push(message) - 1, message);
      }
      case "compaction": {
        const compaction = compactionOf(fields2["compaction"], messages.length, fail);
        history.compaction(compaction);
        compactions.push(compaction);
        return compactionLine(compaction);
      }
      case "operation": {
        const operation2 = operationOf(fields2["operation"], fail);
        history.operation(operation2);
        return operationLine(operation2);
      }
      case "end":
        return endLine(number - 1);
      default:
        name;
        return name;
    }
  }
  for await (const line of lines) {
    number++;
    const isEnded = kinds[kind] === "end";
    if (isEnded && line === "") continue;
    if (isEnded) fail("follows the end");
    const written = take(fieldsOf2(line, fail));
    if (written !== line) fail(kinds[kind] === "end" ? `is not ${written}` : "is not as export() writes it");
  }
  if (kinds[kind] !== "end" || info === void 0) {
    number++;
    return fail("is missing: the last line of a session counts the others");
  }
  const changes = history.changes();
  mustFit(info, { length: messages.length, size, changes }, fail);
  return { info, messages, compactions, changes };
}
function isIterable(lines) {
  return typeof lines === "object" && lines !== null && (Symbol.asyncIterator in lines || Symbol.iterator in lines);
}
function mustFit({ revision, length, size, createdAt, updatedAt }, found, fail) {
  if (length !== found.length || size !== found.size) {
    const began = `it began as one of ${length} and ${size}`;
    fail(`ends a session of ${found.length} messages and size ${found.size}; ${began}`);
  }
  const last = found.changes.at(-1)?.revision ?? 1;
  if (revision !== last) fail(`ends a session at revision ${last}; it began as one at ${revision}`);
  const firstAt = found.changes.find((change) => change.firstAt !== void 0)?.firstAt;
  const lastAt = found.changes.findLast((change) => change.lastAt !== void 0)?.lastAt;
  if (createdAt !== firstAt || updatedAt !== lastAt) {
    fail("ends a session whose createdAt and updatedAt are not the first and the last time of its changes");
  }
}
function importInvalid(line, problem) {
  return new LamellaError({
    code: "IMPORT_INVALID",
    what: `Line ${line} ${problem}.`,
    fix: "Import all lines from export(), one at a time and without their line breaks. Nothing was changed.",
    details: { line, problem }
  });
}

// packages/core/src/store/search/rank-documents.ts
function rankDocuments(ranker, query, documents) {
  const scores = ranker.rank(query, documents);
  if (Array.isArray(scores) && scores.length === documents.length && scores.every(Number.isFinite)) return scores;
  throw new LamellaError({
    code: "RANKER_INVALID",
    what: `The ranker '${ranker.name}' did not return ${documents.length} finite scores for ${documents.length} documents.`,
    fix: "Correct the ranker; rankerSuite of @lamella/testkit finds the broken rule.",
    details: { ranker: ranker.name }
  });
}

// packages/core/src/store/search/stop-words.ts
var englishStopWords = [
  ...["a", "an", "the", "this", "that", "these", "those", "here", "there", "some", "any", "such", "each", "both"],
  ...["i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves", "you", "your", "yours", "yourself"],
  ...["he", "him", "his", "himself", "she", "her", "hers", "herself", "it", "its", "itself"],
  ...["they", "them", "their", "theirs", "themselves", "im", "ive", "youre", "youve", "hes", "shes"],
  ...["were", "weve", "theyre", "theyve", "thats", "theres", "whats", "lets"],
  ...["what", "which", "who", "whom", "whose", "when", "where", "why", "how", "if", "whether", "than", "then"],
  ...["and", "or", "but", "so", "as", "because", "while", "also", "too", "very", "just", "only", "own", "same"],
  ...["of", "to", "in", "on", "at", "by", "for", "with", "about", "from", "into", "onto", "through", "during"],
  ...["up", "down", "out", "off", "over", "under", "again", "further", "once", "between"],
  ...["is", "am", "are", "was", "be", "been", "being", "do", "does", "did", "doing", "done", "has", "have", "had"],
  ...["having", "can", "could", "will", "would", "shall", "should", "might", "must", "isnt", "arent", "wasnt"],
  ...[
    "werent",
    "dont",
    "doesnt",
    "didnt",
    "hasnt",
    "havent",
    "hadnt",
    "cant",
    "couldnt",
    "wont",
    "wouldnt",
    "shouldnt"
  ]
];

// packages/provider-sqlite/src/database/instants.ts
function toKept(instant) {
  return instant === void 0 ? null : Date.parse(instant);
}
function fromKept(at6) {
  return new Date(at6).toISOString();
}

// packages/provider-sqlite/src/database/owners.ts
function createOwners(db) {
  const find = db.prepare("SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?");
  const make = db.prepare("INSERT INTO owners (tenant, user, agent) VALUES (?, ?, ?) RETURNING id");
  const within = db.prepare(
    "SELECT id FROM owners WHERE tenant = ? AND user = coalesce(nullif(?, ''), user) AND agent = coalesce(nullif(?, ''), agent)"
  );
  const forget = db.prepare(`
    DELETE FROM owners WHERE id = ?
      AND id NOT IN (SELECT owner FROM sessions) AND id NOT IN (SELECT owner FROM entries)
      AND id NOT IN (SELECT owner FROM blocks) AND id NOT IN (SELECT grantee FROM block_shares)
      AND id NOT IN (SELECT owner FROM blobs) RETURNING id
  `);
  const idOf = (row) => row?.id;
  return {
    find: ({ tenant, user, agent }) => idOf(find.get(tenant, user, agent)),
    make: ({ tenant, user, agent }) => idOf(find.get(tenant, user, agent)) ?? idOf(make.get(tenant, user, agent)),
    within: ({ tenant, user, agent }) => within.all(tenant, user, agent).map(({ id: id2 }) => id2),
    forget: (ids2) => ids2.filter((id2) => forget.get(id2) !== void 0).length > 0
  };
}

// packages/provider-sqlite/src/database/sort-key.ts
function sortKey(id2) {
  return Buffer.from(id2, "utf16le").swap16();
}
function idOfSortKey(key) {
  return Buffer.from(key).swap16().toString("utf16le");
}

// packages/provider-sqlite/src/blobs/blob-rows.ts
var partSize = 256 * 1024;
var room = 1024;
function createBlobRows(db, purge) {
  const columns2 = "l.id, l.media_type, l.name, l.at, b.size FROM blob_links l JOIN blobs b ON b.owner = l.owner AND b.id = l.id";
  const find = db.prepare(`SELECT ${columns2} WHERE l.owner = ? AND l.session = ? AND l.id = ?`);
  const page = db.prepare(`SELECT ${columns2} WHERE l.owner = ? AND l.session = ? AND l.id > ? ORDER BY l.id LIMIT ?`);
  const sum2 = db.prepare(
    "SELECT coalesce(sum(b.size), 0) AS bytes FROM blob_links l JOIN blobs b ON b.owner = l.owner AND b.id = l.id WHERE l.owner = ? AND l.session = ?"
  );
  const sessions2 = db.prepare(
    "SELECT DISTINCT session FROM blob_links WHERE owner = ? AND session > ? ORDER BY session LIMIT ?"
  );
  const numberOf = db.prepare("SELECT number, size FROM blobs WHERE owner = ? AND id = ?");
  const make = db.prepare("INSERT INTO blobs (owner, id, size) VALUES (?, ?, ?) RETURNING number");
  const addPart = db.prepare("INSERT INTO blob_parts (key, bytes) VALUES (?, ?)");
  const link = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET at = coalesce(excluded.at, at)
  `);
  const parts4 = db.prepare("SELECT key, bytes FROM blob_parts WHERE key >= ? AND key < ? ORDER BY key");
  const copy2 = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at)
    SELECT owner, ?, id, media_type, name, at FROM blob_links WHERE owner = ? AND session = ?
    ON CONFLICT DO NOTHING
  `);
  const count3 = db.prepare("SELECT count(*) AS count FROM blob_links WHERE owner = ? AND session = ?");
  const isOld = "coalesce(at < ?, ?)";
  const unlink = db.prepare(
    `DELETE FROM blob_links WHERE ${isOld} AND owner = ? AND session = ? AND id = ? RETURNING id`
  );
  const unlinkAll = db.prepare(`DELETE FROM blob_links WHERE ${isOld} AND owner = ? AND session = ? RETURNING id`);
  const countSessions = db.prepare("SELECT count(DISTINCT session) AS count FROM blob_links WHERE owner = ?");
  const unlinkOwner = db.prepare("DELETE FROM blob_links WHERE owner = ? RETURNING id");
  const unused = db.prepare(`
    DELETE FROM blobs WHERE owner = ? AND id = ?
      AND NOT EXISTS (SELECT 1 FROM blob_links l WHERE l.owner = blobs.owner AND l.id = blobs.id) RETURNING number
  `);
  const removeParts = db.prepare("DELETE FROM blob_parts WHERE key >= ? AND key < ?");
  const settle = (owner, rows) => {
    for (const id2 of new Set(rows.map((row) => row.id))) {
      const gone = unused.get(owner, id2);
      if (gone) removeParts.run(gone.number * room, (gone.number + 1) * room);
    }
    if (rows.length > 0) purge.mark();
    return rows.length;
  };
  const info = ({ owner, sort }, id2) => {
    const row = find.get(owner, sort, id2);
    return row && infoOf2(row);
  };
  return {
    put: (place, given, content2) => {
      const { owner, sort } = place;
      const { id: id2, size, mediaType, name, at: at6 } = given;
      if (numberOf.get(owner, id2) === void 0) {
        const { number } = make.get(owner, id2, size);
        for (let start = 0, key = number * room; start < size; start += partSize, key++)
          addPart.run(key, content2.subarray(start, start + partSize));
      }
      link.run(owner, sort, id2, mediaType, name ?? null, toKept(at6));
      return info(place, id2);
    },
    info,
    read: (place, id2, range) => {
      const size = info(place, id2)?.size;
      if (size === void 0) return void 0;
      const { start, end } = checkByteRange(range, size);
      const { number } = numberOf.get(place.owner, id2);
      const first = number * room;
      const content2 = new Uint8Array(end - start);
      let read = 0;
      const rows = start === end ? [] : parts4.all(first + Math.floor(start / partSize), first + Math.floor((end - 1) / partSize) + 1);
      for (const { key, bytes: bytes2 } of rows) {
        const at6 = (key - first) * partSize;
        const piece = bytes2.subarray(Math.max(0, start - at6), end - at6);
        content2.set(piece, Math.max(0, at6 - start));
        read += piece.length;
      }
      if (read !== end - start) throw blobDamaged(idOfSortKey(place.sort), id2);
      return content2;
    },
    list: ({ owner, sort }, after2, limit2) => {
      const rows = page.all(owner, sort, after2, oneMore(limit2));
      const { bytes: bytes2 } = sum2.get(owner, sort);
      return { blobs: rows.slice(0, limit2).map(infoOf2), bytes: bytes2, more: rows.length > limit2 };
    },
    sessions: (owner, after2, limit2) => {
      const rows = sessions2.all(owner, after2, oneMore(limit2));
      return { sessions: rows.slice(0, limit2).map(({ session }) => idOfSortKey(session)), more: rows.length > limit2 };
    },
    copy: (from, into) => {
      copy2.run(into.sort, from.owner, from.sort);
      return count3.get(from.owner, from.sort).count;
    },
    remove: ({ owner, sort }, id2, before2) => settle(owner, unlink.all(before2, Number(before2 === null), owner, sort, id2)) > 0,
    removeAll: ({ owner, sort }, before2) => settle(owner, unlinkAll.all(before2, Number(before2 === null), owner, sort)),
    removeOf: (owner) => {
      const { count: had } = countSessions.get(owner);
      settle(owner, unlinkOwner.all(owner));
      return had;
    }
  };
}
function oneMore(limit2) {
  return Number.isSafeInteger(limit2 + 1) ? limit2 + 1 : -1;
}
function infoOf2({ id: id2, size, media_type, name, at: at6 }) {
  return {
    ...{ id: id2, size, mediaType: media_type },
    ...name !== null && { name },
    ...at6 !== null && { at: fromKept(at6) }
  };
}

// packages/provider-sqlite/src/blobs/blob-store.ts
function createBlobs(access, purge, close) {
  const owners = createOwners(access.db);
  const rows = createBlobRows(access.db, purge);
  const reading3 = (scope20, session, none, work) => {
    const owner = ownerOf(scope20);
    const sort = sortKey(checkId("session", session));
    return access.read(() => {
      const number = owners.find(owner);
      return number === void 0 ? none : work({ owner: number, sort });
    });
  };
  return {
    spec: 1,
    put: async (scope20, session, content2, options3) => {
      const owner = ownerOf(scope20);
      const sort = sortKey(checkId("session", session));
      const { mediaType, name, at: at6 } = checkBlobOptions(content2, options3);
      const copy2 = new Uint8Array(content2);
      const others2 = { ...name !== void 0 && { name }, ...at6 !== void 0 && { at: at6 } };
      const info = { id: await blobId(copy2), size: copy2.length, mediaType, ...others2 };
      return access.write(() => rows.put({ owner: owners.make(owner), sort }, info, copy2));
    },
    info: async (scope20, session, id2) => {
      ownerOf(scope20);
      checkBlobId(id2);
      return reading3(scope20, session, void 0, (place) => rows.info(place, id2));
    },
    read: async (scope20, session, id2, range) => {
      ownerOf(scope20);
      checkBlobId(id2);
      checkByteRange(range);
      return reading3(scope20, session, void 0, (place) => rows.read(place, id2, range));
    },
    list: async (scope20, session, request) => {
      ownerOf(scope20);
      const { after: after2 = "", limit: limit2 } = checkList(request);
      const none = { blobs: [], bytes: 0, more: false };
      return reading3(scope20, session, none, (place) => rows.list(place, after2, limit2));
    },
    sessions: async (scope20, request) => {
      const owner = ownerOf(scope20);
      const { after: after2 = "", limit: limit2 } = checkList(request);
      return access.read(() => {
        const number = owners.find(owner);
        return number === void 0 ? { sessions: [], more: false } : rows.sessions(number, sortKey(after2), limit2);
      });
    },
    fork: async (scope20, session, into) => {
      const owner = ownerOf(scope20);
      const [from, to] = [sortKey(checkId("session", session)), sortKey(checkId("into", into))];
      return access.write(() => {
        const number = owners.find(owner);
        return number === void 0 ? 0 : rows.copy({ owner: number, sort: from }, { owner: number, sort: to });
      });
    },
    delete: async (scope20, session, id2, options3) => {
      const owner = ownerOf(scope20);
      const sort = sortKey(checkId("session", session));
      const only2 = id2 === void 0 ? void 0 : checkBlobId(id2);
      const before2 = toKept(checkBlobDelete(options3));
      const count3 = await access.write(() => {
        const number = owners.find(owner);
        if (number === void 0) return 0;
        const place = { owner: number, sort };
        return only2 === void 0 ? rows.removeAll(place, before2) : Number(rows.remove(place, only2, before2));
      });
      await purge.run();
      return count3;
    },
    erase: async (scope20) => {
      const owner = ownerOf(scope20);
      const erased = await access.write(() => {
        const ids2 = owners.within(owner);
        const count3 = ids2.reduce((sum2, id2) => sum2 + rows.removeOf(id2), 0);
        if (owners.forget(ids2)) purge.mark();
        return count3;
      });
      await purge.run();
      return erased;
    },
    close
  };
}

// packages/core/src/bounded-map.ts
function createBoundedMap(max) {
  const entries = /* @__PURE__ */ new Map();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > max) entries.delete(entries.keys().next().value);
    },
    delete: (key) => entries.delete(key)
  };
}

// packages/core/src/text/cut.ts
var defaultMarker = (cut) => `\u2026 [${cut} characters cut]`;
function cutText(text2, max, options3 = {}) {
  if (text2.length <= max) return text2;
  const { head = 1, marker = defaultMarker } = options3;
  const room4 = Math.max(0, max - marker(text2.length).length);
  const start = graphemeFloor(text2, Math.floor(room4 * head));
  const end = graphemeCeil(text2, Math.max(start, text2.length - (room4 - Math.floor(room4 * head))));
  const mark2 = marker(end - start);
  const result2 = text2.slice(0, start) + mark2 + text2.slice(end);
  return result2.length <= max ? result2 : mark2.slice(0, graphemeFloor(mark2, Math.max(0, max)));
}
var reach = 64;
var segmenter;
function boundaries(text2, index2) {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const from = codePointStart(text2, Math.max(0, index2 - reach));
  const to = codePointStart(text2, Math.min(text2.length, index2 + reach));
  const starts = Array.from(segmenter.segment(text2.slice(from, to)), (segment) => from + segment.index);
  return [...starts, to];
}
function graphemeFloor(text2, index2) {
  if (index2 <= 0) return 0;
  if (index2 >= text2.length) return text2.length;
  if (isBetweenPlain(text2, index2)) return index2;
  return boundaries(text2, index2).findLast((start) => start <= index2) ?? codePointStart(text2, index2);
}
function graphemeCeil(text2, index2) {
  if (index2 <= 0) return 0;
  if (index2 >= text2.length) return text2.length;
  if (isBetweenPlain(text2, index2)) return index2;
  return boundaries(text2, index2).find((start) => start >= index2) ?? codePointStart(text2, index2);
}
function isBetweenPlain(text2, index2) {
  return isPlain(text2.charCodeAt(index2 - 1)) && isPlain(text2.charCodeAt(index2));
}
function isPlain(unit2) {
  return unit2 >= 32 && unit2 <= 126;
}
function codePointStart(text2, index2) {
  const unit2 = text2.charCodeAt(index2);
  const before2 = text2.charCodeAt(index2 - 1);
  const inside = unit2 >= 56320 && unit2 <= 57343 && before2 >= 55296 && before2 <= 56319;
  return inside ? index2 - 1 : index2;
}

// packages/core/src/plugin/errors-of.ts
function errorsOf() {
  return (code, what, fix, details, cause) => {
    return new LamellaError({ code, what, fix, details, cause });
  };
}

// packages/provider-sqlite/src/errors.ts
var sqliteError = errorsOf();
function invalid2(what, problem) {
  return new LamellaError({
    code: "STORE_VALUE_INVALID",
    what: `${what} ${problem}.`,
    fix: "Pass a value that the store's contract accepts.",
    details: { what, problem }
  });
}

// packages/provider-sqlite/src/blocks/block-bytes.ts
import { createHash } from "node:crypto";
function createBlockBytes(db) {
  const insert = db.prepare("INSERT INTO block_updates (block, revision, bytes) VALUES (?, ?, ?)");
  const appended = db.prepare(`
    UPDATE blocks SET revision = ?, content_revision = ?, updates = updates + 1, updates_size = updates_size + ?,
      created_at = coalesce(created_at, ?), updated_at = coalesce(?, updated_at) WHERE id = ?
  `);
  const findOperation = db.prepare("SELECT revision, hash FROM block_operations WHERE block = ? AND name = ?");
  const addOperation = db.prepare("INSERT INTO block_operations (block, name, revision, hash) VALUES (?, ?, ?, ?)");
  const keep = db.prepare(
    "INSERT INTO block_snapshots (block, snapshot) VALUES (?, ?) ON CONFLICT DO UPDATE SET snapshot = excluded.snapshot"
  );
  const drop = db.prepare("DELETE FROM block_updates WHERE block = ? AND revision <= ?");
  const compacted2 = db.prepare(`
    UPDATE blocks SET snapshot_revision = ?, snapshot_size = ?,
      (updates, updates_size) = (SELECT count(*), coalesce(sum(length(bytes)), 0) FROM block_updates WHERE block = blocks.id)
    WHERE id = ?
  `);
  const snapshotOf2 = db.prepare("SELECT snapshot FROM block_snapshots WHERE block = ?");
  const updatesOf = db.prepare("SELECT bytes FROM block_updates WHERE block = ? AND revision > ? ORDER BY revision");
  const repeated = (block, operation2, update) => {
    const done = findOperation.get(block, operation2);
    if (done === void 0) return void 0;
    if (Buffer.compare(done.hash, hashOf(update)) === 0) return { revision: done.revision, repeated: true };
    throw invalid2("options.operation", "is the name of another update of this block");
  };
  return {
    append: (row, update, { operation: operation2, at: at6, expectedRevision }) => {
      const { id: id2, revision: before2 } = row;
      const done = operation2 === void 0 ? void 0 : repeated(id2, operation2, update);
      if (done) return done;
      mustBeAt(row.name, row, expectedRevision);
      const revision = before2 + 1;
      insert.run(id2, revision, update);
      const time = toKept(at6);
      appended.run(revision, revision, update.length, time, time, id2);
      if (operation2 !== void 0) addOperation.run(id2, operation2, revision, hashOf(update));
      return { revision, repeated: false };
    },
    setSnapshot: (block, snapshot, upTo) => {
      keep.run(block, snapshot);
      drop.run(block, upTo);
      compacted2.run(upTo, snapshot.length, block);
    },
    read: ({ id: id2, revision, snapshot_revision }, since) => {
      const seen = since > revision ? 0 : since;
      const isBehind = seen < snapshot_revision;
      const rows = updatesOf.all(id2, isBehind ? 0 : seen);
      const content2 = { revision, updates: rows.map(({ bytes: bytes2 }) => plain(bytes2)) };
      const row = isBehind ? snapshotOf2.get(id2) : void 0;
      return row === void 0 ? content2 : { ...content2, snapshot: plain(row.snapshot) };
    }
  };
}
function plain(bytes2) {
  return new Uint8Array(bytes2.buffer, bytes2.byteOffset, bytes2.byteLength);
}
function hashOf(bytes2) {
  return createHash("sha256").update(bytes2).digest();
}
function mustBeAt(id2, row, expected) {
  const actual = row?.revision ?? 0;
  if (expected !== void 0 && expected !== actual) throw blockConflict(id2, expected, actual);
}

// packages/provider-sqlite/src/blocks/block-rows.ts
var blockColumns = "b.id, b.owner, b.sort, b.name, b.label, b.kind, b.revision, b.content_revision, b.text_revision, b.snapshot_revision, b.snapshot_size, b.updates, b.updates_size, b.created_at, b.updated_at";
function createBlockRows(db) {
  const owned2 = (more, join2) => `SELECT ${blockColumns}${more} FROM owners o JOIN blocks b ON b.owner = o.id ${join2} WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`;
  const values = "JOIN block_values v ON v.block = b.id";
  const find = db.prepare(`${owned2("", "")} AND b.sort = ?`);
  const findFull = db.prepare(`${owned2(", v.meta, v.text", values)} AND b.sort = ?`);
  const byLabel = db.prepare(`${owned2(", v.meta", values)} AND b.label = ?`);
  const list2 = db.prepare(`${owned2(", v.meta", values)} AND b.sort > ? ORDER BY b.sort LIMIT ?`);
  const byIds = db.prepare(
    `SELECT ${blockColumns}, v.meta, v.text FROM blocks b ${values} WHERE b.id IN (SELECT value FROM json_each(?))`
  );
  const allOf = db.prepare(`SELECT ${blockColumns} FROM blocks b WHERE b.owner = ?`);
  const add2 = db.prepare(`
    INSERT INTO blocks (owner, sort, name, label, kind, revision, content_revision, text_revision, snapshot_revision,
      snapshot_size, updates, updates_size, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, 1, 1, ?, 1, 0, 0, 0, ?, ?) RETURNING id
  `);
  const addValues = db.prepare("INSERT INTO block_values (block, meta, text) VALUES (?, ?, ?)");
  const rename2 = db.prepare(
    "UPDATE blocks SET label = ?, kind = ?, revision = ?, created_at = ?, updated_at = ? WHERE id = ?"
  );
  const setMeta = db.prepare("UPDATE block_values SET meta = ? WHERE block = ?");
  const setText = db.prepare("UPDATE block_values SET text = ? WHERE block = ?");
  const setTextRevision = db.prepare("UPDATE blocks SET text_revision = ? WHERE id = ?");
  const forgetVectors = db.prepare("DELETE FROM block_vectors WHERE item = ?");
  const remove = db.prepare("DELETE FROM blocks WHERE id = ?");
  return {
    find: ({ tenant, user, agent }, sort) => find.get(tenant, user, agent, sort),
    findFull: ({ tenant, user, agent }, sort) => findFull.get(tenant, user, agent, sort),
    byLabel: ({ tenant, user, agent }, label) => byLabel.get(tenant, user, agent, label),
    byIds: (ids2) => byIds.all(JSON.stringify(ids2)),
    list: ({ tenant, user, agent }, behind, limit2) => list2.all(tenant, user, agent, behind, limit2),
    allOf: (owner) => allOf.all(owner),
    add: ({ owner, sort, name, label, kind, meta, text: text2, textRevision, at: at6 }) => {
      const row = add2.get(owner, sort, name, label, kind, textRevision, at6, at6);
      addValues.run(row.id, meta, text2);
      return row.id;
    },
    rename: ({ id: id2, label, kind, revision, created_at, updated_at, meta }) => {
      rename2.run(label, kind, revision, created_at, updated_at, id2);
      setMeta.run(meta, id2);
    },
    setText: (id2, text2, revision) => {
      setText.run(text2, id2);
      setTextRevision.run(revision, id2);
    },
    forgetVectors: (id2) => forgetVectors.run(id2),
    remove: (id2) => remove.run(id2)
  };
}
function blockInfo(row) {
  return {
    id: row.name,
    label: row.label,
    kind: row.kind,
    meta: metaOf(row),
    revision: row.revision,
    contentRevision: row.content_revision,
    textRevision: row.text_revision,
    snapshotSize: row.snapshot_size,
    updates: row.updates,
    updatesSize: row.updates_size,
    ...row.created_at === null ? {} : { createdAt: fromKept(row.created_at) },
    ...row.updated_at === null ? {} : { updatedAt: fromKept(row.updated_at) }
  };
}
function storedBlock(row) {
  return { ...blockInfo(row), text: row.text };
}
function readableBlock(row) {
  return parsed(row.meta) && storedBlock(row);
}
function metaOf({ name, meta }) {
  const known = parsed(meta);
  if (known) return known;
  throw sqliteError(
    "DATABASE_DAMAGED",
    `The data of the block ${JSON.stringify(name)} is no longer valid JSON.`,
    "Restore a backup, or set the block's meta again.",
    { sqlite: "" }
  );
}
function parsed(meta) {
  try {
    return JSON.parse(meta);
  } catch {
    return void 0;
  }
}

// packages/ranker-bm25/src/stores/counted-text.ts
var partNames = ["text", "question", "speaker", "date", "label"];
function wordsOf({ said: said2, parts: parts4 }) {
  return /* @__PURE__ */ new Set([...said2.keys(), ...parts4.keys()]);
}
function eachTerm({ said: said2, parts: parts4 }, use2) {
  for (const [term, counts] of parts4) use2(term, counts);
  for (const [term, count3] of said2) if (!parts4.has(term)) use2(term, [count3]);
}

// packages/ranker-bm25/src/stores/bytes.ts
function putNumber(bytes2, value) {
  let left = value;
  while (left >= 128) {
    bytes2.push(left % 128 + 128);
    left = Math.floor(left / 128);
  }
  bytes2.push(left);
}
var NumberReader = class {
  #bytes;
  #at = 0;
  constructor(bytes2) {
    this.#bytes = bytes2;
  }
  /** Whether there is another number. */
  get more() {
    return this.#at < this.#bytes.length;
  }
  next() {
    let byte = this.#bytes[this.#at++] ?? 0;
    let value = byte & 127;
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * factor;
    }
    return value;
  }
};
var others = partNames.length - 1;
function putCounts(bytes2, counts) {
  let present = 0;
  for (let bit = 0; bit < others; bit++) if ((counts[bit + 1] ?? 0) > 0) present |= 1 << bit;
  putNumber(bytes2, (counts[0] ?? 0) * 2 ** others + present);
  if (present === 0) return;
  for (let bit = 0; bit < others; bit++) if (present >> bit & 1) putNumber(bytes2, counts[bit + 1] ?? 0);
}

// packages/ranker-bm25/src/stores/postings.ts
var parts = partNames.length;
function putPosting(bytes2, place, counts) {
  putNumber(bytes2, place);
  putCounts(bytes2, counts);
}
function readPostings(bytes2) {
  const reader = new NumberReader(bytes2);
  const places2 = [];
  const lists5 = partNames.map(() => []);
  const [said2 = []] = lists5;
  while (reader.more) {
    places2.push(reader.next());
    const first = reader.next();
    const present = first % 2 ** (parts - 1);
    said2.push(Math.floor(first / 2 ** (parts - 1)));
    for (let bit = 0; bit < parts - 1; bit++) lists5[bit + 1]?.push(present >> bit & 1 ? reader.next() : 0);
  }
  const [, asked = [], speaker = [], date2 = [], label = []] = lists5;
  return { places: places2, said: said2, asked, speaker, date: date2, label };
}
function movedPostings(bytes2, newPlace) {
  const { places: places2, said: said2, asked, speaker, date: date2, label } = readPostings(bytes2);
  const kept4 = [];
  for (const [i2, place] of places2.entries()) {
    const moved = newPlace(place);
    if (moved === void 0) continue;
    putNumber(kept4, moved);
    putCounts(
      kept4,
      [said2, asked, speaker, date2, label].map((list2) => list2[i2])
    );
  }
  return Uint8Array.from(kept4);
}

// packages/ranker-bm25/src/turns/session-scores.ts
var best2 = 3;
function sessionScores(scores, sessions2, weight) {
  const tops = /* @__PURE__ */ new Map();
  for (let i2 = 0; i2 < scores.length; i2++) {
    const score = scores[i2];
    if (score <= 0) continue;
    const session = sessions2(i2);
    const top = tops.get(session);
    if (top === void 0) tops.set(session, [score, 0, 0]);
    else if (score > top[2]) {
      top[2] = score;
      if (top[2] > top[1]) [top[1], top[2]] = [top[2], top[1]];
      if (top[1] > top[0]) [top[0], top[1]] = [top[1], top[0]];
    }
  }
  const added3 = /* @__PURE__ */ new Map();
  for (const [session, [first, second2, third2]] of tops) added3.set(session, weight * (first + second2 + third2) / best2);
  return added3;
}
var middling2 = 5;
function importanceFactor(importance, strength) {
  const counted = importance !== void 0 && importance >= 1 && importance <= 10 ? importance : middling2;
  return 1 + strength * (counted - middling2) / middling2;
}

// packages/ranker-bm25/src/stores/weigh-postings.ts
var unit = 1e6;
var most = 65535;
var room2 = 65536;
var scratch;
function weighPostings(bytes2, { speaker, date: date2 }) {
  scratch ??= {
    places: new Uint16Array(room2),
    said: new Uint16Array(room2),
    known: new Uint16Array(room2),
    around: new Float64Array(room2),
    asked: new Uint16Array(room2)
  };
  const { places: places2, said: said2, known, around, asked } = scratch;
  let [at6, count3, more] = [0, 0, 0];
  const next = () => {
    let byte = bytes2[at6++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let factor = 128; byte > 127 && at6 < bytes2.length; factor *= 128) {
      byte = bytes2[at6++];
      value += (byte & 127) * factor;
    }
    return value;
  };
  while (at6 < bytes2.length && count3 < room2) {
    places2[count3] = next();
    const first = at6 < bytes2.length ? next() : 0;
    const present = first % 16;
    said2[count3] = Math.min((first - present) / 16, most);
    if (present !== 0) {
      const questions3 = present & 1 ? next() : 0;
      const names6 = present & 2 ? next() : 0;
      const dates = present & 4 ? next() : 0;
      const labels3 = present & 8 ? next() : 0;
      known[more] = count3;
      asked[more] = Math.min(questions3, most);
      around[more++] = Math.round(unit * (speaker * names6 + date2 * dates + labels3));
    }
    count3++;
  }
  return {
    places: places2.slice(0, count3),
    said: said2.slice(0, count3),
    known: known.slice(0, more),
    around: around.slice(0, more),
    asked: asked.slice(0, more)
  };
}
function joinPostings(first, later2) {
  const join2 = (a, b3, into) => {
    into.set(a);
    into.set(b3, a.length);
    return into;
  };
  const [size, more] = [first.places.length, first.known.length];
  const known = later2.known.map((index2) => index2 + size);
  return {
    places: join2(first.places, later2.places, new Uint16Array(size + later2.places.length)),
    said: join2(first.said, later2.said, new Uint16Array(size + later2.said.length)),
    known: join2(first.known, known, new Uint16Array(more + known.length)),
    around: join2(first.around, later2.around, new Float64Array(more + known.length)),
    asked: join2(first.asked, later2.asked, new Uint16Array(more + known.length))
  };
}

// packages/ranker-bm25/src/stores/frequencies.ts
function createFrequencies(room4) {
  const sums = new Float64Array(room4);
  const summed = new Int32Array(room4);
  let count3 = 0;
  const add2 = (rank2, amount) => {
    const known = sums[rank2];
    if (known === 0) summed[count3++] = rank2;
    sums[rank2] = known + amount;
  };
  const addKnown = ({ ranks, answers }, postings, question) => {
    for (let chunk = 0; chunk < postings.length; chunk++) {
      const list2 = postings[chunk];
      if (list2 === void 0) continue;
      const rankOf = ranks[chunk];
      for (let i2 = 0; i2 < list2.known.length; i2++) {
        const rank2 = rankOf[list2.places[list2.known[i2]]];
        if (!(rank2 >= 0)) continue;
        if (list2.around[i2] > 0) add2(rank2, list2.around[i2]);
        const asked = question * list2.asked[i2];
        if (asked > 0 && answers[rank2 + 1] === 1) add2(rank2 + 1, asked);
      }
    }
  };
  const addNearby = ({ ranks, before: before2, behind }, postings, weights) => {
    for (let chunk = 0; chunk < postings.length; chunk++) {
      const list2 = postings[chunk];
      if (list2 === void 0) continue;
      const { places: places2, said: said2 } = list2;
      const rankOf = ranks[chunk];
      for (let i2 = 0; i2 < places2.length; i2++) {
        const rank2 = rankOf[places2[i2]];
        if (!(rank2 >= 0)) continue;
        const [left, right, times] = [before2[rank2], behind[rank2], said2[i2]];
        if (times === 0) continue;
        for (let k = 0; k < weights.length && (k < left || k < right); k++) {
          const amount = weights[k] * times;
          if (amount === 0) continue;
          if (k < left) add2(rank2 - k - 1, amount);
          if (k < right) add2(rank2 + k + 1, amount);
        }
      }
    }
  };
  const addSaid = ({ ranks }, postings) => {
    let alone = 0;
    for (let chunk = 0; chunk < postings.length; chunk++) {
      const list2 = postings[chunk];
      if (list2 === void 0) continue;
      const { places: places2, said: said2 } = list2;
      const rankOf = ranks[chunk];
      for (let i2 = 0; i2 < places2.length; i2++) {
        const rank2 = rankOf[places2[i2]];
        if (!(rank2 >= 0) || said2[i2] === 0) continue;
        if (sums[rank2] === 0) alone++;
        else sums[rank2] = sums[rank2] + unit * said2[i2];
      }
    }
    return alone;
  };
  return {
    add: (collection, postings, { neighbours, question }) => {
      addKnown(collection, postings, Math.round(unit * question));
      if (collection.hasNeighbours) {
        const last = neighbours.findLastIndex((weight) => weight > 0);
        const weights = Float64Array.from(neighbours.slice(0, last + 1), (weight) => Math.round(unit * weight));
        addNearby(collection, postings, weights);
      }
      return addSaid(collection, postings) + count3;
    },
    addScores: ({ ranks, norms }, postings, gain, into) => {
      const { scores, matched } = into;
      const score = (rank2, frequency) => {
        const known = scores[rank2];
        if (known === 0) matched[into.size++] = rank2;
        scores[rank2] = known + gain * frequency / (frequency + norms[rank2]);
      };
      for (let chunk = 0; chunk < postings.length; chunk++) {
        const list2 = postings[chunk];
        if (list2 === void 0) continue;
        const { places: places2, said: said2 } = list2;
        const rankOf = ranks[chunk];
        for (let i2 = 0; i2 < places2.length; i2++) {
          const rank2 = rankOf[places2[i2]];
          if (rank2 >= 0 && sums[rank2] === 0 && said2[i2] !== 0) score(rank2, unit * said2[i2]);
        }
      }
      for (let i2 = 0; i2 < count3; i2++) {
        const rank2 = summed[i2];
        score(rank2, sums[rank2]);
        sums[rank2] = 0;
      }
      count3 = 0;
    }
  };
}

// packages/ranker-bm25/src/stores/score-collection.ts
var scratch2;
function scoreCollection(asked, collection, postingsOf, weights) {
  const { size, k1: k12, groups } = collection;
  if (scratch2 === void 0 || scratch2.scores.length < size) {
    const room4 = 2 * size;
    scratch2 = {
      frequencies: createFrequencies(room4),
      scores: new Float64Array(room4),
      matched: new Int32Array(room4),
      size: 0
    };
  }
  const { frequencies } = scratch2;
  let most7 = 0;
  for (const { term, count: count3 } of asked) {
    const postings = postingsOf(term);
    const having = frequencies.add(collection, postings, weights);
    const rarity = count3 * Math.log(1 + (size - having + 0.5) / (having + 0.5));
    most7 += rarity;
    frequencies.addScores(collection, postings, rarity * (k12 + 1), scratch2);
  }
  const [ids2, found, ranks] = takeMatched(collection, scratch2);
  if (weights.session > 0 && groups[0] !== groups[size - 1]) addSessions(found, ranks, groups, weights.session);
  return { scores: scoresOf(ids2, found), most: most7 };
}
function takeMatched({ ids: ids2 }, from) {
  const ranks = from.matched.slice(0, from.size);
  const found = [new Float64Array(from.size), new Float64Array(from.size), ranks];
  for (let i2 = 0; i2 < ranks.length; i2++) {
    const rank2 = ranks[i2];
    found[0][i2] = ids2[rank2];
    found[1][i2] = from.scores[rank2];
    from.scores[rank2] = 0;
  }
  from.size = 0;
  return found;
}
function addSessions(scores, ranks, groups, weight) {
  const groupOf2 = (i2) => groups[ranks[i2]];
  const added3 = sessionScores(scores, groupOf2, weight);
  for (let i2 = 0; i2 < scores.length; i2++) {
    if (groupOf2(i2) > 0) scores[i2] = scores[i2] + (added3.get(groupOf2(i2)) ?? 0);
  }
}

// packages/ranker-bm25/src/turns/spelled-date.ts
var months2 = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"]
];
function spelledDate(date2) {
  const [, year, month, day3] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date2) ?? [];
  return year === void 0 ? "" : `${Number(day3)} ${months2[Number(month) - 1] ?? ""} ${Number(year)}`;
}

// packages/ranker-bm25/src/turns/conversation.ts
var longTurn = 96;
var nothing = {
  neighbours: [],
  question: 0,
  speaker: 0,
  date: 0,
  spellDate: spelledDate,
  session: 0,
  importance: 0
};
var defaults = {
  neighbours: [0.3, 0.2, 0.1],
  question: 1,
  speaker: 2,
  date: 0.5,
  spellDate: spelledDate,
  session: 0,
  importance: 0.2
};
var mustBeWeight = (value) => value === 0 || mustBeNumber(1e-3, 1e3)(value) === void 0 ? void 0 : "must be 0, or a number from 0.001 to 1000";
var mustBeWeights = (value) => Array.isArray(value) && value.length <= 16 && value.every((weight) => mustBeWeight(weight) === void 0) ? void 0 : "must be a list of at most 16 weights, each 0 or from 0.001 to 1000";
var conversationChecks = {
  neighbours: mustBeWeights,
  question: mustBeWeight,
  speaker: mustBeWeight,
  date: mustBeWeight,
  spellDate: mustBeFunction,
  session: mustBeNumber(0, 100),
  importance: mustBeNumber(0, 1)
};
function resolveConversation(what, given) {
  if (given === void 0 || given === false) return nothing;
  if (given === true) return defaults;
  const checked = checkOptions(`${what}: conversation`, given, conversationChecks);
  return {
    neighbours: [...checked.neighbours ?? defaults.neighbours],
    question: checked.question ?? defaults.question,
    speaker: checked.speaker ?? defaults.speaker,
    date: checked.date ?? defaults.date,
    spellDate: checked.spellDate ?? defaults.spellDate,
    session: checked.session ?? defaults.session,
    importance: checked.importance ?? defaults.importance
  };
}

// packages/ranker-bm25/src/stores/store-conversation.ts
function importanceIn(importance, weights) {
  return importanceFactor(importance, weights.importance);
}
function storeConversation(what, given = true) {
  const { spellDate: _, ...checks2 } = conversationChecks;
  if (typeof given !== "boolean") checkOptions(`${what}: conversation`, given, checks2);
  const { spellDate: __, ...weights } = resolveConversation(what, given);
  return weights;
}

// packages/ranker-bm25/src/analysis/fold.ts
var unseen = /[\p{DI}\p{Me}]/gu;
var fractions = /[¼-¾⅐-⅟]/gu;
var apostrophes = /[’ʼʻ]/g;
function foldForm(text2) {
  if (isAscii(text2)) return text2;
  return text2.replace(unseen, "").replace(fractions, (fraction) => ` ${fraction}`).normalize("NFKC").replace(apostrophes, "'");
}
function foldAccents(word) {
  if (isAscii(word)) return word;
  let bare = word.normalize("NFD");
  for (const { on, marks } of accents) bare = bare.replace(on, (letter2) => letter2.replace(marks, ""));
  bare = bare.replace(vowelSigns, "");
  return bare.replace(strokes, (letter2) => plain2.get(letter2) ?? letter2).normalize("NFC");
}
var accents = [
  { on: /[\p{Script=Latin}\p{Script=Greek}]\p{M}+/gu, marks: /[\u0300-\u036f]/g },
  { on: /\p{Script=Cyrillic}\p{M}+/gu, marks: /[\u0300\u0301]/g },
  { on: /е\p{M}+/gu, marks: /\u0308/g }
];
var vowelSigns = /[\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]/g;
var plain2 = new Map(
  "\xDF>ss \xE6>ae \u0153>oe \xF8>o \u0142>l \u0111>d \xF0>d \xFE>th \u0131>i \u0127>h \u0167>t \u03C2>\u03C3 \u06CC>\u064A \u0649>\u064A \u06A9>\u0643".split(" ").map((pair) => [pair.charAt(0), pair.slice(2)])
);
var strokes = new RegExp(`[${Array.from(plain2.keys()).join("")}]`, "g");
function isAscii(text2) {
  for (let i2 = 0; i2 < text2.length; i2++) if (text2.charCodeAt(i2) > 127) return false;
  return true;
}

// packages/ranker-bm25/src/analysis/guess.ts
var looked2 = 2048;
var manyMarks = /\p{M}{8,}/gu;
var words = /[\p{L}\p{M}]+/gu;
var letters = /\p{L}/gu;
var enough = 1;
var ahead = 1.5;
function createGuess(languages) {
  const having = /* @__PURE__ */ new Map();
  const alphabets = languages.map(({ stopWords }) => new Set(foldAccents(stopWords.join(""))));
  for (const [place, { stopWords }] of languages.entries()) {
    for (const word of new Set(stopWords.map(foldAccents))) {
      const places2 = having.get(word);
      if (places2 === void 0) having.set(word, [place]);
      else places2.push(place);
    }
  }
  return (text2) => {
    const start = foldAccents(text2.slice(0, looked2).replace(manyMarks, " ").normalize("NFKC").toLowerCase());
    const found = start.match(letters) ?? [];
    const written = alphabets.map((alphabet2) => 2 * found.filter((one2) => alphabet2.has(one2)).length > found.length);
    const only2 = written.indexOf(true);
    if (only2 < 0 || written.lastIndexOf(true) === only2) return only2;
    const counts = languages.map(() => 0);
    for (const word of start.match(words) ?? []) {
      const places2 = (having.get(word) ?? []).filter((place) => written[place]);
      for (const place of places2) counts[place] = counts[place] + 1 / places2.length;
    }
    const [best3 = 0, next = 0] = counts.toSorted((a, b3) => b3 - a);
    return best3 >= enough && best3 >= ahead * next ? counts.indexOf(best3) : -1;
  };
}

// packages/ranker-bm25/src/analysis/languages/english-forms.ts
var englishForms = [
  ...[
    "arise arose arisen",
    "awake awoke awoken",
    "bear borne",
    "beat beaten",
    "become became",
    "befall befell befallen"
  ],
  ...[
    "beget begot begotten",
    "begin began begun",
    "behold beheld",
    "bend bent",
    "bite bitten",
    "bleed bled",
    "blow blew blown"
  ],
  ...["break broke broken", "breed bred", "bring brought", "build built", "burn burnt", "buy bought", "catch caught"],
  ...["choose chose chosen", "cling clung", "come came", "creep crept", "deal dealt", "dig dug"],
  ...["draw drew drawn", "dream dreamt", "drink drank drunk", "drive drove driven", "dwell dwelt", "eat ate eaten"],
  ...[
    "fall fell fallen",
    "feed fed",
    "feel felt",
    "fight fought",
    "find found",
    "flee fled",
    "fling flung",
    "fly flew flown"
  ],
  ...["forbid forbade forbidden", "foresee foresaw foreseen", "foretell foretold", "forget forgot forgotten"],
  ...[
    "forgive forgave forgiven",
    "forsake forsook forsaken",
    "freeze froze frozen",
    "get got gotten",
    "give gave given"
  ],
  ...["go went gone goes", "grow grew grown", "hang hung", "hear heard", "hew hewn", "hide hid hidden", "hold held"],
  ...[
    "keep kept",
    "kneel knelt",
    "know knew known",
    "lay laid",
    "lead led",
    "leap leapt",
    "learn learnt",
    "leave left"
  ],
  ...["lend lent", "lie lain", "light lit", "lose lost", "make made", "mean meant", "meet met"],
  ...[
    "mislead misled",
    "mistake mistook mistaken",
    "misunderstand misunderstood",
    "mow mown",
    "outgrow outgrew outgrown"
  ],
  ...["overcome overcame", "overhear overheard", "oversleep overslept", "overtake overtook overtaken", "pay paid"],
  ...["overthrow overthrew overthrown", "partake partook partaken", "plead pled", "prove proven", "rebuild rebuilt"],
  ...[
    "redo redid redone",
    "repay repaid",
    "resell resold",
    "retell retold",
    "rethink rethought",
    "rewrite rewrote rewritten"
  ],
  ...[
    "ride rode ridden",
    "ring rang rung",
    "rise risen",
    "run ran",
    "saw sawn",
    "say said",
    "see saw seen",
    "seek sought"
  ],
  ...["sell sold", "send sent", "sew sewn", "shake shook shaken", "shave shaven", "shine shone", "shoot shot"],
  ...["show shown", "shrink shrank shrunk", "sing sang sung", "sink sank sunk sunken", "sit sat", "slay slew slain"],
  ...[
    "sleep slept",
    "slide slid",
    "sling slung",
    "slink slunk",
    "smite smote smitten",
    "sow sown",
    "speak spoke spoken"
  ],
  ...["speed sped", "spend spent", "spill spilt", "spin spun", "spit spat", "spoil spoilt", "spring sprang sprung"],
  ...["stand stood", "steal stole stolen", "stick stuck", "sting stung", "stink stank stunk", "stride strode stridden"],
  ...["strike struck stricken", "string strung", "strive strove striven", "swear swore sworn", "sweep swept"],
  ...[
    "swell swollen",
    "swim swam swum",
    "swing swung",
    "take took taken",
    "teach taught",
    "tear tore torn",
    "tell told"
  ],
  ...["think thought", "thrive throve", "throw threw thrown", "tread trod trodden"],
  ...["undergo underwent undergone undergoes", "understand understood", "undertake undertook undertaken"],
  ...["undo undid undone", "unwind unwound", "uphold upheld", "wake woke woken", "wear wore worn"],
  ...[
    "weave wove woven",
    "weep wept",
    "win won",
    "withdraw withdrew withdrawn",
    "withhold withheld",
    "withstand withstood"
  ],
  ...["wring wrung", "write wrote written"],
  ...[
    "calf calves",
    "child children",
    "elf elves",
    "foot feet",
    "goose geese",
    "grandchild grandchildren",
    "half halves"
  ],
  ...["hoof hooves", "knife knives", "loaf loaves", "louse lice", "man men", "mouse mice", "ox oxen", "person people"],
  ...["scarf scarves", "sheaf sheaves", "shelf shelves", "stepchild stepchildren", "thief thieves", "tooth teeth"],
  ...[
    "wife wives",
    "housewife housewives",
    "wolf wolves",
    "woman women",
    "policeman policemen",
    "policewoman policewomen"
  ],
  ...[
    "fireman firemen",
    "businessman businessmen",
    "businesswoman businesswomen",
    "salesman salesmen",
    "snowman snowmen"
  ],
  ...["gentleman gentlemen", "fisherman fishermen", "craftsman craftsmen", "chairman chairmen", "freshman freshmen"],
  ...[
    "alumnus alumni",
    "analysis analyses",
    "appendix appendices",
    "cactus cacti",
    "crisis crises",
    "criterion criteria"
  ],
  ...[
    "diagnosis diagnoses",
    "fungus fungi",
    "hypothesis hypotheses",
    "index indices",
    "matrix matrices",
    "nucleus nuclei"
  ],
  ...[
    "oasis oases",
    "phenomenon phenomena",
    "stimulus stimuli",
    "synthesis syntheses",
    "thesis theses",
    "vertex vertices"
  ]
];

// packages/ranker-bm25/src/analysis/languages/english-endings.ts
var second = {
  i: [
    ...[
      ["biliti", "ble"],
      ["lessli", "less"],
      ["entli", "ent"],
      ["aliti", "al"],
      ["ousli", "ous"],
      ["iviti", "ive"]
    ],
    ...[
      ["fulli", "ful"],
      ["enci", "ence"],
      ["anci", "ance"],
      ["abli", "able"],
      ["alli", "al"],
      ["bli", "ble"]
    ],
    ...[
      ["ogi", "og"],
      ["li", ""]
    ]
  ],
  l: [
    ["ational", "ate"],
    ["tional", "tion"]
  ],
  m: [["alism", "al"]],
  n: [
    ["ization", "ize"],
    ["ation", "ate"]
  ],
  r: [
    ["izer", "ize"],
    ["ator", "ate"]
  ],
  s: [
    ["fulness", "ful"],
    ["ousness", "ous"],
    ["iveness", "ive"]
  ],
  t: [["ogist", "og"]]
};
var third = {
  e: [
    ["alize", "al"],
    ["icate", "ic"],
    ["ative", ""]
  ],
  i: [["iciti", "ic"]],
  l: [
    ["ational", "ate"],
    ["tional", "tion"],
    ["ical", "ic"],
    ["ful", ""]
  ],
  s: [["ness", ""]]
};
var fourth = {
  c: [["ic", ""]],
  e: [
    ["ance", ""],
    ["ence", ""],
    ["able", ""],
    ["ible", ""],
    ["ate", ""],
    ["ive", ""],
    ["ize", ""]
  ],
  i: [["iti", ""]],
  l: [["al", ""]],
  m: [["ism", ""]],
  n: [["ion", ""]],
  r: [["er", ""]],
  s: [["ous", ""]],
  t: [
    ["ement", ""],
    ["ment", ""],
    ["ant", ""],
    ["ent", ""]
  ]
};

// packages/ranker-bm25/src/analysis/languages/english-stemmer.ts
var [d, e, g, l, s, y, consonantY] = [100, 101, 103, 108, 115, 121, 89];
var vowels = 17842449;
function isVowel(word, at6) {
  const unit2 = word.charCodeAt(at6);
  return unit2 >= 97 && (vowels >>> unit2 - 97 & 1) === 1;
}
var lastOf = (word) => word.charCodeAt(word.length - 1);
var whole2 = new Map([
  ...[
    ["skis", "ski"],
    ["skies", "sky"],
    ["idly", "idl"],
    ["gently", "gentl"],
    ["ugly", "ugli"],
    ["early", "earli"]
  ],
  ...[
    ["only", "onli"],
    ["singly", "singl"],
    ["sky", "sky"],
    ["news", "news"],
    ["howe", "howe"],
    ["atlas", "atlas"]
  ],
  ...[
    ["cosmos", "cosmos"],
    ["bias", "bias"],
    ["andes", "andes"]
  ]
]);
var longestWhole = 6;
var kept2 = [
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "evening",
  "proceed",
  "exceed",
  "succeed"
];
var doubles = /(?<!^[aeo])(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
var prefixes = {
  a: "arsen",
  c: "commun",
  e: "emerg",
  g: "gener",
  i: "inter",
  l: "later",
  o: "organ",
  p: "past",
  u: "univers"
};
var beforeLi = "cdeghkmnrt";
function stemEnglish(given) {
  if (given.length <= 2) return given;
  const exception = given.length <= longestWhole ? whole2.get(given) : void 0;
  if (exception !== void 0) return exception;
  let word = markConsonants(given);
  const prefix = prefixes[word.charAt(0)];
  const first = prefix !== void 0 && word.startsWith(prefix) ? prefix.length : regionAfter(word, 0);
  const inner = regionAfter(word, first);
  word = dropPlural(word);
  let last = lastOf(word);
  if (last === d || last === g || last === y) {
    if (kept2.includes(word)) return word;
    word = dropTense(word, first);
    last = lastOf(word);
  }
  if ((last === y || last === consonantY) && word.length > 2 && !isVowel(word, word.length - 2))
    word = `${word.slice(0, -1)}i`;
  word = replaceEnding(
    word,
    second,
    first,
    (ending, stem2) => ending === "li" ? beforeLi.includes(stem2.slice(-1)) : ending !== "ogi" || stem2.endsWith("l")
  );
  word = replaceEnding(word, third, first, (ending, stem2) => ending !== "ative" || stem2.length >= inner);
  word = replaceEnding(
    word,
    fourth,
    inner,
    (ending, stem2) => ending !== "ion" || stem2.endsWith("s") || stem2.endsWith("t")
  );
  word = dropLast(word, first, inner);
  return word.includes("Y") ? word.replaceAll("Y", "y") : word;
}
function markConsonants(word) {
  if (!word.includes("y")) return word;
  let marked2 = "";
  for (let i2 = 0; i2 < word.length; i2++) {
    const isConsonant = word[i2] === "y" && (i2 === 0 || isVowel(marked2, i2 - 1));
    marked2 += isConsonant ? "Y" : word[i2];
  }
  return marked2;
}
function regionAfter(word, from) {
  let i2 = from;
  while (i2 < word.length && !isVowel(word, i2)) i2++;
  while (i2 < word.length && isVowel(word, i2)) i2++;
  return Math.min(i2 + 1, word.length);
}
function hasVowel(word, end) {
  for (let i2 = 0; i2 < end; i2++) if (isVowel(word, i2)) return true;
  return false;
}
function endsShort(word, end) {
  if (end === 2) return isVowel(word, 0) && !isVowel(word, 1);
  if (end < 3) return false;
  if (end === 4 && word.startsWith("past")) return true;
  const last = word[end - 1];
  return !isVowel(word, end - 1) && !"wxY".includes(last) && isVowel(word, end - 2) && !isVowel(word, end - 3);
}
function dropPlural(word) {
  const last = lastOf(word);
  if (last !== s) return last === d && word.endsWith("ied") ? word.slice(0, word.length > 4 ? -2 : -1) : word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (word.endsWith("us") || word.endsWith("ss")) return word;
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
}
function dropTense(word, first) {
  const base = word.endsWith("ly") ? word.slice(0, -2) : word;
  if (base.endsWith("eed")) return base.length - 3 >= first ? base.slice(0, -1) : word;
  if (base.length === 5 && base.endsWith("ying") && !isVowel(base, 0)) return `${base[0]}ie`;
  const length = base.endsWith("ed") ? 2 : base.endsWith("ing") ? 3 : 0;
  if (length === 0 || !hasVowel(base, base.length - length)) return word;
  const stem2 = base.slice(0, -length);
  if (stem2.endsWith("at") || stem2.endsWith("bl") || stem2.endsWith("iz")) return `${stem2}e`;
  if (doubles.test(stem2)) return stem2.slice(0, -1);
  return first >= stem2.length && endsShort(stem2, stem2.length) ? `${stem2}e` : stem2;
}
function replaceEnding(word, all2, from, may) {
  if (word.length - from < 2) return word;
  const endings = all2[word.charAt(word.length - 1)];
  if (endings === void 0) return word;
  for (const [ending, replacement] of endings) {
    if (!word.endsWith(ending)) continue;
    const stem2 = word.slice(0, -ending.length);
    return stem2.length >= from && may(ending, stem2) ? stem2 + replacement : word;
  }
  return word;
}
function dropLast(word, first, inner) {
  const end = word.length - 1;
  const last = word.charCodeAt(end);
  if (last === e) return end >= inner || end >= first && !endsShort(word, end) ? word.slice(0, -1) : word;
  return last === l && end >= inner && word.endsWith("ll") ? word.slice(0, -1) : word;
}

// packages/ranker-bm25/src/analysis/languages/english.ts
var english = {
  name: "english",
  stem,
  stopWords: englishStopWords,
  irregular: englishForms,
  fold
};
var letters2 = /^[a-z]+$/;
function stem(word) {
  if (letters2.test(word)) return stemEnglish(word);
  const plain3 = foldAccents(word);
  return letters2.test(plain3) ? stemEnglish(plain3) : plain3;
}
var nine = 57;
var ordinal = /^\d+(?:st|nd|rd|th)$/;
var clitic = /'(?:s|m|re|ve|ll|d)$/;
function fold(word) {
  if (word.charCodeAt(0) <= nine && ordinal.test(word)) return word.slice(0, -2);
  if (!word.includes("'") || word === "let's") return word;
  let base = word;
  while (clitic.test(base)) base = base.replace(clitic, "");
  return base;
}

// packages/ranker-bm25/src/analysis/options.ts
var analysisChecks = {
  languages: mustBeLanguages,
  language: mustBeOneOf(["english", "none"]),
  stem: either(mustBeBoolean, mustBeFunction),
  stopWords: either(mustBeBoolean, mustBeTexts)
};
function mustBeLanguages(value) {
  if (!Array.isArray(value)) return "must be a list of languages";
  const wrong = value.findIndex((one2) => !isLanguage(one2));
  if (wrong >= 0)
    return `must have a name, a function stem and a list stopWords in each language; number ${wrong + 1} does not`;
  const names6 = value.map(({ name }) => name);
  const twice = names6.find((name, i2) => names6.indexOf(name) !== i2);
  return twice === void 0 ? void 0 : `must have each language once; ${twice} occurs twice`;
}
function isLanguage(value) {
  return isObject(value) && typeof value["name"] === "string" && typeof value["stem"] === "function" && mustBeTexts(value["stopWords"]) === void 0 && (value["irregular"] === void 0 || mustBeTexts(value["irregular"]) === void 0) && (value["fold"] === void 0 || typeof value["fold"] === "function");
}
function either(...checks2) {
  return (value) => checks2.some((check2) => check2(value) === void 0) ? void 0 : checks2.map((check2) => check2(value)).join(", or ");
}

// packages/ranker-bm25/src/analysis/characters.ts
var separator = 1;
var letter = 2;
var joining = 3;
var unspaced = 4;
var unspacedUnfolded = 5;
var emoji = 6;
var regional = 7;
var apostrophe = 8;
var underscore = 9;
var point = 10;
var scripts = ["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"];
var isUnspaced = new RegExp(`(?=[\\p{L}\\p{N}])[${scripts.map((name) => `\\p{scx=${name}}`).join("")}]`, "u");
var isLetter = /[\p{L}\p{N}]/u;
var isJoining = /^(?:\p{M}|[\u1160-\u11ff]|\p{Emoji_Modifier}|(?!\u200b)\p{DI})/u;
var isEmoji = /\p{Emoji_Presentation}|(?=[\u2600-\u27bf\u{1f000}-\u{1faff}])\p{Extended_Pictographic}/u;
var isRegional = /\p{Regional_Indicator}/u;
var isSign = /[™℠№]/;
var apostrophes2 = "\u2019\u02BC\u02BB\uFF07";
var mostBeyond = 2e4;
function createKinds() {
  const table = new Uint8Array(65536);
  for (let unit2 = 0; unit2 < 128; unit2++) table[unit2] = kindOfAscii(unit2);
  const beyond = /* @__PURE__ */ new Map();
  const at6 = (text2, place) => {
    const unit2 = text2.charCodeAt(place);
    const known = table[unit2];
    if (known !== 0) return known;
    const code = text2.codePointAt(place);
    const kind = beyond.get(code) ?? kindOf(code);
    if (unit2 < 55296 || unit2 > 57343) table[unit2] = kind;
    else if (beyond.size < mostBeyond) beyond.set(code, kind);
    return kind;
  };
  return { table, at: at6 };
}
function kindOfAscii(code) {
  if (code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57) return letter;
  if (code === 39) return apostrophe;
  if (code === 95) return underscore;
  return code === 46 || code === 44 ? point : separator;
}
function kindOf(code) {
  if (code < 128) return kindOfAscii(code);
  if (code >= 55296 && code <= 57343) return separator;
  const character = String.fromCodePoint(code);
  if (apostrophes2.includes(character)) return apostrophe;
  if (isSign.test(character)) return separator;
  if (isRegional.test(character)) return regional;
  const folded = character.normalize("NFKC");
  if (isJoining.test(folded)) return joining;
  if (isUnspaced.test(folded)) return folded === character ? unspaced : unspacedUnfolded;
  if (isLetter.test(folded)) return letter;
  return isEmoji.test(character) ? emoji : separator;
}
var kinds2 = /* @__PURE__ */ createKinds();

// packages/ranker-bm25/src/analysis/runs.ts
var longestRun = 256;
var widthOf = (unit2) => unit2 >= 55296 && unit2 <= 56319 ? 2 : 1;
function endOfWord(text2, start, from, { at: at6 }) {
  const stop = Math.min(text2.length, start + longestRun);
  let i2 = from;
  while (i2 < stop) {
    const kind = at6(text2, i2);
    if (kind === letter || kind === joining) i2 += widthOf(text2.charCodeAt(i2));
    else {
      const next = kind === underscore ? afterUnderscores(text2, i2, stop) : i2 + 1;
      const between = kind === apostrophe || kind === underscore || kind === point && isBetweenDigits(text2, i2);
      if (!between || next >= text2.length || at6(text2, next) !== letter) return i2;
      i2 = next;
    }
  }
  return i2 < text2.length ? cutAt(text2, start, i2, at6) : text2.length;
}
function endOfUnspaced(text2, start, { at: at6 }) {
  const stop = Math.min(text2.length, start + longestRun);
  let i2 = start;
  while (i2 < stop) {
    const kind = at6(text2, i2);
    if (kind !== unspaced && kind !== unspacedUnfolded && kind !== joining) return i2;
    i2 += widthOf(text2.charCodeAt(i2));
  }
  return i2 < text2.length ? cutAt(text2, start, i2, at6) : text2.length;
}
function cutAt(text2, start, end, at6) {
  const least2 = start + longestRun / 2;
  let cut = end;
  while (cut > least2 && at6(text2, cut) === joining) cut--;
  if (cut === end || cut === least2) return isInsidePair(text2, end) ? end - 1 : end;
  return isInsidePair(text2, cut) ? cut - 1 : cut;
}
function isInsidePair(text2, at6) {
  const code = text2.codePointAt(at6 - 1);
  return code !== void 0 && code > 65535;
}
function afterUnderscores(text2, from, stop) {
  let i2 = from;
  while (i2 < stop && text2[i2] === "_") i2++;
  return i2;
}
function isBetweenDigits(text2, at6) {
  return isDigit(text2.charCodeAt(at6 - 1)) && isDigit(text2.charCodeAt(at6 + 1));
}
var isDigit = (unit2) => unit2 >= 48 && unit2 <= 57;

// packages/ranker-bm25/src/analysis/word-table.ts
var reach2 = 8;
var firstBits = 11;
var firstWords = 2 ** (firstBits - 1) + 1;
var spread = 2654435761;
var WordTable = class {
  #most;
  #bits = firstBits;
  /** Two numbers per slot: the hash of its word, and the word's number, from 1. 0 if empty. */
  #places = new Int32Array(2 << firstBits);
  #size = 0;
  #characters = new Uint16Array(4096);
  /** Offsets of each word's characters, with a final end offset; likewise for the items. */
  #starts = new Int32Array(firstWords);
  #itemStarts = new Int32Array(firstWords);
  #items = [];
  /** Creates a table for at most `most` words. Exceeding that evicts all. */
  constructor(most7) {
    this.#most = most7;
  }
  /** The items of all words, read-only. `start` and `end` delimit those of a word. */
  get items() {
    return this.#items;
  }
  /**
   * Returns the number of the word in `text` from `from` to `to`, or -1 if it is unknown or was added with another
   * hash.
   */
  find(text2, from, to, hash) {
    const places2 = this.#places;
    const mask = places2.length - 1;
    const length = to - from;
    let at6 = this.#home(hash);
    for (let i2 = 0; i2 < reach2; i2++, at6 = at6 + 2 & mask) {
      const word = places2[at6 + 1] - 1;
      if (word < 0) return -1;
      if (places2[at6] !== hash) continue;
      const start = this.#starts[word];
      if (this.#starts[word + 1] - start !== length) continue;
      let same2 = 0;
      while (same2 < length && this.#characters[start + same2] === text2.charCodeAt(from + same2)) same2++;
      if (same2 === length) return word;
    }
    return -1;
  }
  start(word) {
    return this.#itemStarts[word];
  }
  end(word) {
    return this.#itemStarts[word + 1];
  }
  /** Adds a word that `find` did not find. */
  put(text2, from, to, hash, items) {
    if (this.#size >= this.#most) this.#clear();
    if (4 * this.#size >= this.#places.length) this.#grow();
    const number = this.#size++;
    const start = this.#starts[number];
    const end = start + to - from;
    if (end > this.#characters.length) this.#characters = larger(this.#characters, new Uint16Array(2 * end));
    for (let i2 = from; i2 < to; i2++) this.#characters[start + i2 - from] = text2.charCodeAt(i2);
    this.#starts[number + 1] = end;
    for (const item of items) this.#items.push(item);
    this.#itemStarts[number + 1] = this.#items.length;
    this.#place(hash, number + 1);
  }
  /** Returns the first slot for a hash. */
  #home(hash) {
    return Math.imul(hash, spread) >>> 32 - this.#bits << 1;
  }
  /** Puts a word in the first free slot, or in the first slot for its hash. */
  #place(hash, word) {
    const places2 = this.#places;
    const home = this.#home(hash);
    let at6 = home;
    let left = reach2;
    while (left > 0 && places2[at6 + 1] !== 0) {
      at6 = at6 + 2 & places2.length - 1;
      left--;
    }
    if (left === 0) at6 = home;
    places2[at6] = hash;
    places2[at6 + 1] = word;
  }
  #grow() {
    const before2 = this.#places;
    this.#bits++;
    this.#places = new Int32Array(2 * before2.length);
    this.#starts = larger(this.#starts, new Int32Array(before2.length / 2 + 1));
    this.#itemStarts = larger(this.#itemStarts, new Int32Array(before2.length / 2 + 1));
    for (let at6 = 0; at6 < before2.length; at6 += 2) {
      if (before2[at6 + 1] !== 0) this.#place(before2[at6], before2[at6 + 1]);
    }
  }
  #clear() {
    this.#places.fill(0);
    this.#items.length = 0;
    this.#size = 0;
  }
};
function larger(from, into) {
  into.set(from);
  return into;
}

// packages/ranker-bm25/src/analysis/scan.ts
var remembered = 1e5;
var longestRemembered = 64;
function createScan(termsOf, recent, itemOf) {
  const { table, at: at6 } = kinds2;
  const words3 = new WordTable(remembered);
  let emitted = 0;
  const learn = (text2, start, end, hash, isFolded) => {
    const items = itemsOf(text2, start, end, hash, isFolded);
    if (end - start <= longestRemembered) words3.put(text2, start, end, hash, items);
    return items;
  };
  const itemsOf = (text2, start, end, hash, isFolded) => {
    const shared3 = isFolded ? void 0 : recent;
    let terms = shared3?.find(text2, start, end, hash);
    if (terms === void 0) {
      const run = copy(text2.slice(start, end));
      const folded = isFolded ? run : foldForm(run);
      if (folded !== run) return scanned(folded);
      terms = termsOf(run);
      shared3?.put(run, hash, terms);
    }
    return terms.map((term) => itemOf(term));
  };
  const scanned = (folded) => {
    const items = [];
    scan(folded, (item) => items.push(item), true);
    return items;
  };
  const scanCharacters = (run, before2, emit) => {
    let previous = before2;
    for (let i2 = 0; i2 < run.length; ) {
      const start = i2;
      i2 += widthOf(run.charCodeAt(i2));
      while (i2 < run.length && at6(run, i2) === joining) i2 += widthOf(run.charCodeAt(i2));
      const character = copy(run.slice(start, i2));
      emit(itemOf(character));
      if (previous !== "") emit(itemOf(previous + character));
      emitted++;
      previous = character;
    }
    return previous;
  };
  const scanUnspaced = (text2, from, emit, isFolded) => {
    let [i2, previous] = [from, ""];
    do {
      const end = endOfUnspaced(text2, i2, kinds2);
      const run = text2.slice(i2, end);
      const folded = isFolded ? run : foldForm(run);
      if (folded === run) previous = scanCharacters(run, previous, emit);
      else {
        scan(folded, emit, true);
        previous = "";
      }
      i2 = end;
    } while (i2 < text2.length && isUnspaced2(at6(text2, i2)));
    return i2;
  };
  const scan = (text2, emit, isFolded) => {
    for (let i2 = 0; i2 < text2.length; ) {
      const unit2 = text2.charCodeAt(i2);
      const kind = table[unit2] || at6(text2, i2);
      if (kind === separator) i2++;
      else if (kind === letter) {
        const start = i2;
        const stop = Math.min(text2.length, start + longestRun);
        let hash = unit2;
        i2 += widthOf(unit2);
        for (let next = 0; i2 < stop; i2++) {
          next = text2.charCodeAt(i2);
          if (table[next] !== letter) break;
          hash = Math.imul(hash, 31) + next | 0;
        }
        if (i2 < text2.length && table[text2.charCodeAt(i2)] !== separator) i2 = endOfWord(text2, start, i2, kinds2);
        const word = words3.find(text2, start, i2, hash);
        const items = word < 0 ? learn(text2, start, i2, hash, isFolded) : words3.items;
        const end = word < 0 ? items.length : words3.end(word);
        for (let place = word < 0 ? 0 : words3.start(word); place < end; place++) {
          emit(items[place]);
          emitted++;
        }
      } else if (isUnspaced2(kind)) i2 = scanUnspaced(text2, i2, emit, isFolded);
      else if (kind === emoji || kind === regional) {
        const start = i2;
        i2 += widthOf(unit2);
        if (kind === regional && i2 < text2.length && at6(text2, i2) === regional) i2 += 2;
        emit(itemOf(text2.slice(start, i2)));
        emitted++;
      } else i2++;
    }
  };
  return (text2, emit) => {
    const before2 = emitted;
    scan(text2, emit, false);
    return emitted > before2;
  };
}
var isUnspaced2 = (kind) => kind === unspaced || kind === unspacedUnfolded;
var copy = (slice) => slice.length < 13 ? slice : ` ${slice}`.slice(1);

// packages/ranker-bm25/src/analysis/compounds.ts
var longestIdentifier = 64;
var humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;
var grouped = /^\p{N}{1,3}(?:,\p{N}{3})+(?:\.\p{N}+)?$/u;
var connected = /[_.]/;
function splitCompound(word) {
  if (word.includes(",")) {
    return grouped.test(word) ? splitCompound(word.replaceAll(",", "")) : word.split(",").flatMap(splitCompound);
  }
  const short = word.length <= longestIdentifier;
  const parts4 = word.split(connected).flatMap((part) => short ? part.split(humps) : [part]);
  return parts4.length === 1 ? [word] : [...parts4.filter(isPart), word];
}
var isPart = (part) => part.length > 1 || /^\p{N}$/u.test(part);

// packages/ranker-bm25/src/analysis/recent-words.ts
var places = 8192;
var longest2 = 20;
function createRecentWords() {
  let words3 = [];
  let termsOf = [];
  return {
    find: (text2, start, end, hash) => {
      const place = placeOf(hash);
      const word = words3[place];
      if (word === void 0 || word.length !== end - start) return void 0;
      for (let i2 = 0; i2 < word.length; i2++) if (word.charCodeAt(i2) !== text2.charCodeAt(start + i2)) return void 0;
      return termsOf[place];
    },
    put: (word, hash, terms) => {
      if (word.length > longest2) return;
      if (words3.length === 0) {
        words3 = new Array(places).fill("");
        termsOf = new Array(places).fill([]);
      }
      const place = placeOf(hash);
      words3[place] = word;
      termsOf[place] = terms;
    }
  };
}
var placeOf = (hash) => (hash ^ hash >>> 13) & places - 1;

// packages/ranker-bm25/src/analysis/words.ts
var longestWord = 40;
var usual = /* @__PURE__ */ new WeakMap();
function wordRules(language, stem2, stopWords) {
  if (language === void 0 || stem2 !== true || stopWords !== true) return makeRules(language, stem2, stopWords);
  const rules5 = usual.get(language) ?? { ...makeRules(language, stem2, stopWords), recent: createRecentWords() };
  usual.set(language, rules5);
  return rules5;
}
function makeRules(language, stem2, stopWords) {
  const stemmer = typeof stem2 === "function" ? stem2 : stem2 ? language?.stem : void 0;
  const base = /* @__PURE__ */ new Map();
  for (const line of stem2 === true ? language?.irregular ?? [] : []) {
    const [first = "", ...forms] = line.split(" ");
    for (const form2 of forms) base.set(form2, first);
  }
  const list2 = stopWords === true ? language?.stopWords ?? [] : stopWords || [];
  return {
    stopped: setOf(list2, language?.fold),
    base,
    stem: stemmer ?? ((word) => word),
    fold: language?.fold,
    recent: void 0
  };
}
function setOf(words3, fold2) {
  const stopped = /* @__PURE__ */ new Set();
  for (const word of words3) {
    if (/^[a-z]+$/.test(word)) stopped.add(word);
    else for (const one2 of comparable(word, fold2)) stopped.add(one2);
  }
  return stopped;
}
function comparable(word, fold2) {
  const parts4 = foldForm(word).toLowerCase().split(/[^\p{L}\p{N}\p{M}']+/u);
  return parts4.flatMap((part) => withoutApostrophes(part, fold2)).map(foldAccents);
}
var simple = /^[A-Za-z][a-z]*$/;
var lowerA = 97;
function termsOfRun(run, rules5, withStopWords) {
  return simple.test(run) ? termsOfSimple(run, rules5, withStopWords) : termsOfAny(run, rules5, withStopWords);
}
function termsOfSimple(run, rules5, withStopWords) {
  const word = run.charCodeAt(0) < lowerA ? run.toLowerCase() : run;
  const folded = rules5.fold === void 0 ? word : rules5.fold(word);
  if (folded === "" || folded.includes("'")) return termsOfAny(run, rules5, withStopWords);
  const term = termOf(folded, rules5, withStopWords);
  return term === "" ? [] : [term];
}
function termsOfAny(run, rules5, withStopWords) {
  const terms = [];
  for (const word of splitCompound(run)) {
    for (const one2 of withoutApostrophes(word.toLowerCase(), rules5.fold)) {
      const term = one2 === "" ? "" : termOf(one2, rules5, withStopWords);
      if (term !== "") terms.push(term);
    }
  }
  return terms;
}
function withoutApostrophes(word, fold2) {
  const folded = fold2 === void 0 ? word : fold2(word);
  if (!folded.includes("'")) return [folded];
  return fold2 === void 0 ? word.split("'") : [folded.replaceAll("'", "")];
}
function termOf(word, { stopped, base, stem: stem2 }, withStopWords) {
  const plain3 = foldAccents(word);
  if (!withStopWords && stopped.has(plain3)) return "";
  if (word.length > longestWord) return plain3;
  const regular = base.get(plain3) ?? word;
  const cut = stem2(regular);
  const stemmed = cut === word ? plain3 : foldAccents(cut);
  return stemmed === "" ? plain3 : stemmed;
}

// packages/ranker-bm25/src/analysis/analyzer.ts
function createAnalyzer(options3 = {}) {
  const { stem: stem2 = true, stopWords = true, ...rest } = checkOptions("createAnalyzer", options3, analysisChecks);
  const languages = languagesOf(rest);
  const rules5 = (languages.length === 0 ? [void 0] : languages).map((one2) => wordRules(one2, stem2, stopWords));
  const guess = languages.length > 1 ? createGuess(languages) : () => languages.length - 1;
  const placeOf3 = (text2, language) => {
    if (languages.length < 2) return 0;
    const given = language === void 0 ? -1 : languages.findIndex(({ name }) => name === language);
    return Math.max(given < 0 ? guess(text2) : given, 0);
  };
  const build2 = (itemOf) => {
    const usual2 = [];
    const withStopWords = [];
    const scanOf = (place, all2) => {
      const rule = rules5[place];
      return createScan((run) => termsOfRun(run, rule, all2), all2 ? void 0 : rule.recent, itemOf);
    };
    return (text2, emit, language) => {
      const place = placeOf3(text2, language);
      usual2[place] ??= scanOf(place, false);
      if (usual2[place](text2, emit) || rules5[place]?.stopped.size === 0) return;
      withStopWords[place] ??= scanOf(place, true);
      withStopWords[place](text2, emit);
    };
  };
  return Object.assign(
    build2((term) => term),
    {
      guess: (text2) => languages[guess(text2)]?.name,
      numbered: (numberOf) => build2(numberOf)
    }
  );
}
function languagesOf({ language, languages }) {
  if (languages !== void 0 && language !== void 0) {
    throw new LamellaError({
      code: "OPTION_INVALID",
      what: "createAnalyzer: 'language' is shorthand for 'languages', but both are set.",
      fix: "Remove 'language'.",
      details: { what: "createAnalyzer", option: "language" }
    });
  }
  return languages ?? (language === "none" ? [] : [english]);
}

// packages/ranker-bm25/src/turns/questions.ts
var mark = /[?？﹖؟\u037e՞፧꘏⸮⁇⁈⁉‽]/u;
var ends = /[.!?？﹖؟\u037e՞፧꘏⸮⁇⁈⁉‽。！｡．…।॥։።]+|\n/gu;
function questionsOf(text2) {
  if (!mark.test(text2)) return "";
  const pieces2 = [];
  let start = 0;
  for (const { 0: run, index: index2 } of text2.matchAll(ends)) {
    const end = index2 + run.length;
    const asks = mark.test(run);
    if (!asks && /^[.!]+$/.test(run) && end < text2.length && !/\s/.test(text2.charAt(end))) continue;
    const last = pieces2.at(-1);
    if (asks && last?.end === start) last.end = end;
    else if (asks) pieces2.push({ start, end });
    start = end;
  }
  return pieces2.map((piece) => text2.slice(piece.start, piece.end)).join("");
}

// packages/ranker-bm25/src/stores/store-terms.ts
var most2 = 1e3;
function createStoreTerms() {
  const analyze = createAnalyzer();
  const termsOf = (text2) => {
    const terms = [];
    analyze(withoutData(text2), (term) => terms.push(term));
    return terms;
  };
  return {
    of: termsOf,
    asked: (query) => {
      const counts = /* @__PURE__ */ new Map();
      for (const term of termsOf(query)) {
        const count3 = counts.get(term) ?? 0;
        if (count3 > 0 || counts.size < most2) counts.set(term, count3 + 1);
      }
      return [...counts].map(([term, count3]) => ({ term, count: count3 }));
    },
    count: ({ text: text2, speaker = "", date: date2 = "", label = "" }) => {
      const said2 = /* @__PURE__ */ new Map();
      const parts4 = /* @__PURE__ */ new Map();
      let length = 0;
      const addSaid = (term) => {
        said2.set(term, (said2.get(term) ?? 0) + 1);
        length++;
      };
      analyze(withoutData(text2), addSaid);
      const others2 = [questionsOf(text2), speaker, date2, label].map((one2, index2) => {
        const terms = one2 === "" ? [] : termsOf(one2);
        for (const term of terms) {
          const counts = parts4.get(term) ?? [said2.get(term) ?? 0, 0, 0, 0, 0];
          counts[index2 + 1] = counts[index2 + 1] + 1;
          parts4.set(term, counts);
        }
        return terms.length;
      });
      return { lengths: [length, ...others2], said: said2, parts: parts4 };
    }
  };
}

// packages/ranker-bm25/src/turns/formula.ts
var formulaChecks = {
  k1: mustBeNumber(0, 1e6),
  b: mustBeNumber(0, 1),
  plus: mustBeNumber(0, 10)
};
var longText = 64;
function formulaFor({ k1: k12, b: b3, plus }, averageTerms) {
  const long = averageTerms >= longText;
  return { k1: k12 ?? (long ? 1.2 : 0.9), b: b3 ?? (long ? 0.75 : 0.4), delta: plus ?? 0 };
}

// packages/ranker-bm25/src/turns/turn.ts
function asLength(sum2) {
  return Math.min(Math.round(sum2 * 1e6) / 1e6, 1e12);
}

// packages/ranker-bm25/src/stores/text-collection.ts
var parts2 = partNames.length;
function collectTexts(chunks, weights, isMeant3) {
  const ranks = rankTexts2(chunks, isMeant3);
  const size = ranks.reduce((sum2, { counted }) => sum2 + counted, 0);
  const ids2 = new Float64Array(size);
  const groups = new Float64Array(size);
  const said2 = new Float64Array(size);
  const asked = new Float64Array(size);
  let terms = 0;
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const records = chunks[chunk];
    const rankOf = ranks[chunk].rankOf;
    for (let place = 0; place < rankOf.length; place++) {
      const rank2 = rankOf[place];
      if (rank2 < 0) continue;
      ids2[rank2] = records.ids[place];
      groups[rank2] = records.groups[place];
      said2[rank2] = records.lengths[place * parts2];
      asked[rank2] = records.lengths[place * parts2 + 1];
      terms += said2[rank2];
    }
  }
  const around = { before: new Uint8Array(size), behind: new Uint8Array(size), answers: new Uint8Array(size) };
  const turns = { groups, said: said2, asked, ...around };
  const hasNeighbours = findNearby(turns, weights);
  const lengths = lengthsWithNearby(turns, weights);
  let total = 0;
  for (let rank2 = 0; rank2 < size; rank2++) total += lengths[rank2];
  const { k1: k12, b: b3 } = formulaFor({ k1: void 0, b: void 0, plus: void 0 }, terms / size || 1);
  const [base, slope] = [unit * k12 * (1 - b3), unit * k12 * b3 / (total / size || 1)];
  const norms = lengths.map((length) => base + slope * length);
  return { size, ids: ids2, groups, k1: k12, norms, ...around, hasNeighbours, ranks: ranks.map(({ rankOf }) => rankOf) };
}
function rankTexts2(chunks, isMeant3) {
  let [next, lastGroup, lastId, isSorted] = [0, -1, -1, true];
  const ranked = chunks.map(({ ids: ids2, groups }) => {
    const start = next;
    const rankOf = new Int32Array(ids2.length).fill(-1);
    for (let place = 0; place < ids2.length; place++) {
      const [id2, group] = [ids2[place], groups[place]];
      if (id2 < 0 || isMeant3 !== void 0 && !isMeant3(id2)) continue;
      if (group < lastGroup || group === lastGroup && id2 < lastId) isSorted = false;
      lastGroup = group;
      lastId = id2;
      rankOf[place] = next++;
    }
    return { rankOf, counted: next - start };
  });
  if (isSorted) return ranked;
  const found = ranked.flatMap(({ rankOf }, chunk) => {
    const { ids: ids2, groups } = chunks[chunk];
    return [...rankOf.keys()].filter((place) => rankOf[place] >= 0).map((place) => ({ rankOf, place, id: ids2[place], group: groups[place] }));
  });
  found.sort((a, b3) => a.group - b3.group || a.id - b3.id);
  for (const [rank2, { rankOf, place }] of found.entries()) rankOf[place] = rank2;
  return ranked;
}
function findNearby({ groups, said: said2, asked, before: before2, behind, answers }, weights) {
  const reach3 = weights.neighbours.length;
  const isShort = (rank2) => said2[rank2] <= longTurn;
  let hasNeighbours = false;
  for (let rank2 = 1; rank2 < groups.length; rank2++) {
    if (groups[rank2] !== groups[rank2 - 1] || groups[rank2] === 0) continue;
    const questions3 = asked[rank2 - 1];
    if (questions3 > 0 && questions3 <= longTurn && weights.question > 0) answers[rank2] = 1;
    if (isShort(rank2) && isShort(rank2 - 1)) before2[rank2] = Math.min(reach3, before2[rank2 - 1] + 1);
    if (before2[rank2] > 0) hasNeighbours = true;
  }
  for (let rank2 = groups.length - 2; rank2 >= 0; rank2--) {
    if (before2[rank2 + 1] > 0) behind[rank2] = Math.min(reach3, behind[rank2 + 1] + 1);
  }
  return hasNeighbours;
}
function lengthsWithNearby({ said: said2, asked, before: before2, behind, answers }, { neighbours, question }) {
  return said2.map((own2, rank2) => {
    let length = own2;
    for (let i2 = 0; i2 < before2[rank2]; i2++) {
      length += neighbours[i2] * said2[rank2 - i2 - 1];
    }
    for (let i2 = 0; i2 < behind[rank2]; i2++) {
      length += neighbours[i2] * said2[rank2 + i2 + 1];
    }
    if (answers[rank2] === 1) length += question * asked[rank2 - 1];
    return asLength(length);
  });
}

// packages/ranker-bm25/src/stores/text-records.ts
var parts3 = partNames.length;
function textBytes(records) {
  const bytes2 = [];
  for (const { id: id2, group, lengths } of records) {
    putNumber(bytes2, id2 + 1);
    putNumber(bytes2, group);
    putCounts(bytes2, lengths);
  }
  return Uint8Array.from(bytes2);
}
function readTexts(bytes2) {
  const reader = new NumberReader(bytes2);
  const [ids2, groups, lengths] = [[], [], []];
  while (reader.more) {
    ids2.push(reader.next() - 1);
    groups.push(reader.next());
    const first = reader.next();
    const present = first % 2 ** (parts3 - 1);
    lengths.push(Math.floor(first / 2 ** (parts3 - 1)));
    for (let bit = 0; bit < parts3 - 1; bit++) lengths.push(present >> bit & 1 ? reader.next() : 0);
  }
  return { ids: ids2, groups, lengths };
}
function withoutTexts({ ids: ids2, groups, lengths }, gone) {
  return ids2.map((id2, place) => {
    if (id2 < 0 || gone(id2)) return { id: -1, group: 0, lengths: [0] };
    return { id: id2, group: groups[place], lengths: lengths.slice(place * parts3, (place + 1) * parts3) };
  });
}

// packages/provider-sqlite/src/search/terms.ts
var shared;
function storeTerms() {
  shared ??= createStoreTerms();
  return shared;
}

// packages/provider-sqlite/src/search/kinds.ts
var kindNumbers = { message: 0, entry: 1, block: 2 };

// packages/provider-sqlite/src/search/add-texts.ts
var mostPlaces = 4096;
var mostPostings = 2 ** 19;
function createAddTexts(db, kind) {
  const number = kindNumbers[kind];
  const last = db.prepare(
    "SELECT id, places, postings FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id DESC LIMIT 1"
  );
  const start = db.prepare(`
    INSERT INTO word_chunks (owner, kind, version, places, postings, texts) VALUES (?, ?, 0, 0, 0, x'')
    RETURNING id, places, postings
  `);
  const addWords = db.prepare(`
    INSERT INTO words (chunk, term, postings) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET postings = CAST(postings || excluded.postings AS BLOB)
  `);
  const grow = db.prepare(`
    UPDATE word_chunks SET places = places + ?, postings = postings + ?,
      texts = CAST(texts || ? AS BLOB) WHERE id = ?
  `);
  const remember = db.prepare("INSERT INTO indexed_texts (kind, id, chunk) VALUES (?, ?, ?)");
  const addTo = (chunk, texts) => {
    const words3 = /* @__PURE__ */ new Map();
    let [postings, end] = [0, 0];
    for (; end < texts.length; end++) {
      if (chunk.places + end >= mostPlaces || chunk.postings + postings >= mostPostings) break;
      const { id: id2, counted } = texts[end];
      const place = chunk.places + end;
      eachTerm(counted, (term, counts) => {
        let bytes2 = words3.get(term);
        if (bytes2 === void 0) {
          bytes2 = [];
          words3.set(term, bytes2);
        }
        putPosting(bytes2, place, counts);
        postings++;
      });
      remember.run(number, id2, chunk.id);
    }
    for (const term of [...words3.keys()].sort()) addWords.run(chunk.id, term, Uint8Array.from(words3.get(term) ?? []));
    const records = texts.slice(0, end).map(({ id: id2, group, counted }) => ({ id: id2, group, lengths: counted.lengths }));
    grow.run(end, postings, textBytes(records), chunk.id);
    return texts.slice(end);
  };
  return (owner, texts) => {
    for (let left = texts; left.length > 0; ) {
      const known = last.get(owner, number);
      const isFull = known === void 0 || known.places >= mostPlaces || known.postings >= mostPostings;
      left = addTo(isFull ? start.get(owner, number) : known, left);
    }
  };
}

// packages/provider-sqlite/src/search/chunk-rows.ts
function createChunkRows(db) {
  const get2 = db.prepare("SELECT id, texts FROM word_chunks WHERE id = ?");
  const postings = db.prepare("SELECT postings FROM words WHERE chunk = ? AND term = ?");
  const terms = db.prepare("SELECT json_group_array(term) AS terms FROM words WHERE chunk = ?");
  const setPostings = db.prepare("UPDATE words SET postings = ? WHERE chunk = ? AND term = ?");
  const removeTerm = db.prepare("DELETE FROM words WHERE chunk = ? AND term = ?");
  const setTexts = db.prepare("UPDATE word_chunks SET texts = ?, version = version + 1 WHERE id = ?");
  const setPlaces = db.prepare("UPDATE word_chunks SET places = ? WHERE id = ?");
  const remove = db.prepare("DELETE FROM word_chunks WHERE id = ?");
  const rows = {
    get: (chunk) => get2.get(chunk),
    postings: (chunk, term) => postings.get(chunk, term)?.postings,
    terms: (chunk) => JSON.parse(terms.get(chunk).terms),
    setPostings: (chunk, term, bytes2) => {
      if (bytes2.length === 0) removeTerm.run(chunk, term);
      else setPostings.run(bytes2, chunk, term);
    },
    setTexts: (chunk, bytes2) => setTexts.run(bytes2, chunk),
    compact: (chunk) => {
      const { texts } = rows.get(chunk);
      const records = withoutTexts(readTexts(texts), () => false);
      const places2 = /* @__PURE__ */ new Map();
      const kept4 = [];
      for (const [place, record14] of records.entries()) {
        if (record14.id < 0) continue;
        places2.set(place, kept4.length);
        kept4.push(record14);
      }
      for (const term of rows.terms(chunk)) {
        const bytes2 = rows.postings(chunk, term);
        rows.setPostings(
          chunk,
          term,
          movedPostings(bytes2, (place) => places2.get(place))
        );
      }
      rows.setTexts(chunk, textBytes(kept4));
      setPlaces.run(kept4.length, chunk);
    },
    remove: (chunk) => remove.run(chunk)
  };
  return rows;
}

// packages/provider-sqlite/src/search/word-index.ts
var leastUse = 0.5;
var leastPlaces = 64;
function createWordIndex(db, kind) {
  const number = kindNumbers[kind];
  const rows = createChunkRows(db);
  const chunkOf = db.prepare("SELECT chunk FROM indexed_texts WHERE kind = ? AND id = ?");
  const forget = db.prepare("DELETE FROM indexed_texts WHERE kind = ? AND id = ?");
  const removeWords = (chunk, places2, terms) => {
    const removed = partNames.map(() => 0);
    for (const term of terms) {
      const before2 = rows.postings(chunk, term);
      if (before2 === void 0) continue;
      const { places: having, said: said2, asked, speaker, date: date2, label } = readPostings(before2);
      let isFound = false;
      for (const [i2, place] of having.entries()) {
        if (!places2.has(place)) continue;
        isFound = true;
        for (const [part, list2] of [said2, asked, speaker, date2, label].entries()) {
          removed[part] = removed[part] + list2[i2];
        }
      }
      if (isFound) {
        rows.setPostings(
          chunk,
          term,
          movedPostings(before2, (place) => places2.has(place) ? void 0 : place)
        );
      }
    }
    return removed;
  };
  const removeFrom = (chunk, ids2, terms) => {
    const texts = readTexts(chunk.texts);
    const places2 = new Set(texts.ids.flatMap((id2, place) => ids2.has(id2) ? [place] : []));
    const left = texts.ids.filter((id2) => id2 >= 0).length - places2.size;
    if (left === 0) {
      rows.remove(chunk.id);
      return;
    }
    const expected = partNames.map(
      (_, part) => [...places2].reduce((sum2, place) => sum2 + texts.lengths[place * partNames.length + part], 0)
    );
    const removed = terms && removeWords(chunk.id, places2, terms);
    if (!removed?.every((count3, part) => count3 === expected[part])) removeWords(chunk.id, places2, rows.terms(chunk.id));
    const records = withoutTexts(texts, (id2) => ids2.has(id2));
    rows.setTexts(chunk.id, textBytes(records));
    if (records.length >= leastPlaces && left < records.length * leastUse) rows.compact(chunk.id);
  };
  return {
    add: createAddTexts(db, kind),
    remove: (ids2, terms) => {
      const chunks = /* @__PURE__ */ new Map();
      for (const id2 of ids2) {
        const found = chunkOf.get(number, id2);
        if (found === void 0) continue;
        const own2 = chunks.get(found.chunk) ?? /* @__PURE__ */ new Set();
        chunks.set(found.chunk, own2.add(id2));
        forget.run(number, id2);
      }
      const known = terms && [...terms];
      for (const [chunk, own2] of chunks) removeFrom(rows.get(chunk), own2, known);
    }
  };
}

// packages/provider-sqlite/src/blocks/block-words.ts
function createBlockWords(db) {
  const index2 = createWordIndex(db, "block");
  return {
    add: (block) => index2.add(block.owner, [indexedBlock(block)]),
    renew: (before2, after2) => {
      index2.remove([before2.id], wordsOf(indexedBlock(before2).counted));
      index2.add(after2.owner, [indexedBlock(after2)]);
    },
    remove: index2.remove
  };
}
function indexedBlock({ id: id2, text: text2, label }) {
  return { id: id2, group: 0, counted: storeTerms().count({ text: text2, label }) };
}

// packages/provider-sqlite/src/blocks/share-rows.ts
function createShareRows(db) {
  const put = db.prepare(`
    INSERT INTO block_shares (block, grantee, permission, write) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET permission = excluded.permission, write = excluded.write
  `);
  const find = db.prepare("SELECT permission, write FROM block_shares WHERE block = ? AND grantee = ?");
  const remove = db.prepare("DELETE FROM block_shares WHERE block = ? AND grantee = ? RETURNING block");
  const given = db.prepare(`
    SELECT s.permission, s.write, o.tenant, o.user, o.agent FROM block_shares s JOIN owners o ON o.id = s.grantee
    WHERE s.block = ?
  `);
  const shared3 = `
    SELECT ${blockColumns}, v.meta, s.permission, s.write, o.tenant, o.user, o.agent FROM owners g
      JOIN block_shares s ON s.grantee = g.id JOIN blocks b ON b.id = s.block
      JOIN block_values v ON v.block = b.id JOIN owners o ON o.id = b.owner
    WHERE g.tenant = ? AND g.user = ? AND g.agent = ?`;
  const got = db.prepare(shared3);
  const byLabel = db.prepare(`${shared3} AND o.tenant = ? AND o.user = ? AND o.agent = ? AND b.label = ?`);
  const grantees = db.prepare("SELECT grantee FROM block_shares WHERE block = ?");
  const removeGrantee = db.prepare("DELETE FROM block_shares WHERE grantee = ?");
  return {
    put: (block, grantee, permission, write) => put.run(block, grantee, permission, write ? 1 : 0),
    find: (block, grantee) => find.get(block, grantee),
    remove: (block, grantee) => remove.get(block, grantee) !== void 0,
    givenOf: (block) => given.all(block),
    gotBy: (to) => got.all(to.tenant, to.user, to.agent),
    byLabel: (to, from, label) => byLabel.get(to.tenant, to.user, to.agent, from.tenant, from.user, from.agent, label),
    granteesOf: (block) => grantees.all(block).map(({ grantee }) => grantee),
    removeOf: (all2) => {
      for (const grantee of all2) removeGrantee.run(grantee);
    }
  };
}
function sharedBlock(row) {
  return { owner: scopeOf(row), block: blockInfo(row), permission: row.permission, write: row.write === 1 };
}

// packages/provider-sqlite/src/blocks/block-parts.ts
function createBlockParts(access, purge, vectors) {
  const { db } = access;
  return {
    ...{ access, purge, vectors, owners: createOwners(db), rows: createBlockRows(db) },
    ...{ bytes: createBlockBytes(db), words: createBlockWords(db), shares: createShareRows(db) }
  };
}
function blockKey(scope20, id2) {
  return { id: id2, owner: ownerOf(scope20), sort: sortKey(checkId("id", id2)) };
}
function mustFind({ rows }, { id: id2, owner, sort }) {
  const row = rows.find(owner, sort);
  if (!row) throw blockMissing(id2);
  return row;
}
function mustBeReached(upTo, { revision }) {
  if (upTo > revision) throw invalid2("upTo", `is ${upTo}, and the block is at revision ${revision}`);
}

// packages/provider-sqlite/src/blocks/append.ts
function createAppend(parts4) {
  const { access, bytes: bytes2 } = parts4;
  return async (scope20, id2, update, options3) => {
    const key = blockKey(scope20, id2);
    const added3 = checkBytes("update", update);
    const change = checkChange(options3);
    return access.write(() => bytes2.append(mustFind(parts4, key), added3, change));
  };
}

// packages/provider-sqlite/src/blocks/find-share.ts
function findShare({ owners, rows, shares }, scope20, owner, id2) {
  const row = rows.find(owner, sortKey(id2));
  const grantee = row && owners.find(scope20);
  const share = row && grantee !== void 0 ? shares.find(row.id, grantee) : void 0;
  return row && share && { row, share };
}

// packages/provider-sqlite/src/blocks/append-shared.ts
function createAppendShared(parts4) {
  const { access, bytes: bytes2 } = parts4;
  return async (scope20, owner, id2, update, options3 = {}) => {
    const [to, from, checked] = [ownerOf(scope20), ownerOf(owner), checkId("id", id2)];
    const added3 = checkBytes("update", update);
    const change = checkChange(options3);
    const { permission } = options3;
    return access.write(() => {
      const found = findShare(parts4, to, from, checked);
      const isMeant3 = permission === void 0 || permission === found?.share.permission;
      if (found?.share.write !== 1 || !isMeant3) throw notShared(id2);
      return bytes2.append(found.row, added3, change);
    });
  };
}

// packages/provider-sqlite/src/blocks/change.ts
function createChange(parts4) {
  const { access, rows, words: words3 } = parts4;
  return async (scope20, id2, change, options3) => {
    const { owner, sort } = blockKey(scope20, id2);
    const checked = checkBlockChange(change);
    const { expectedRevision, at: at6 } = checkChange(options3);
    return access.write(() => {
      const before2 = rows.findFull(owner, sort);
      if (!before2) throw blockMissing(id2);
      mustBeAt(id2, before2, expectedRevision);
      const { label = before2.label, kind = before2.kind, meta = before2.meta } = checked;
      if (label === before2.label && kind === before2.kind && meta === before2.meta) return storedBlock(before2);
      const there2 = label === before2.label ? void 0 : rows.byLabel(owner, label);
      if (there2) throw blockExists({ id: there2.name, label: there2.label });
      const time = toKept(at6);
      const after2 = {
        ...before2,
        ...{ label, kind, meta, revision: before2.revision + 1 },
        created_at: before2.created_at ?? time,
        updated_at: time ?? before2.updated_at
      };
      rows.rename(after2);
      if (label !== before2.label) words3.renew(before2, after2);
      return storedBlock(after2);
    });
  };
}

// packages/provider-sqlite/src/blocks/compact.ts
function createCompact(parts4) {
  const { access, rows, bytes: bytes2 } = parts4;
  return async (scope20, id2, snapshot, upTo) => {
    const key = blockKey(scope20, id2);
    const [made, reached] = [checkBytes("snapshot", snapshot), checkUpTo(upTo)];
    return access.write(() => {
      const row = mustFind(parts4, key);
      mustBeReached(reached, row);
      if (reached >= row.snapshot_revision) bytes2.setSnapshot(row.id, made, reached);
      return blockInfo(rows.findFull(key.owner, key.sort));
    });
  };
}

// packages/provider-sqlite/src/blocks/create.ts
function createCreate(parts4) {
  const { access, owners, rows, bytes: bytes2, words: words3, vectors } = parts4;
  return async (scope20, block, options3) => {
    const owner = ownerOf(scope20);
    const { id: id2, label, kind, meta, text: text2, snapshot } = checkBlock(block);
    const { at: at6 } = checkChange(options3);
    const sort = sortKey(id2);
    const { stored, item } = await access.write(() => {
      const there2 = rows.findFull(owner, sort) ?? rows.byLabel(owner, label);
      if (there2) throw blockExists({ id: there2.name, label: there2.label });
      const number = owners.make(owner);
      const named = { owner: number, sort, name: id2, label, kind, meta, text: text2 ?? "" };
      const textRevision = text2 === void 0 ? 0 : 1;
      const key = rows.add({ ...named, textRevision, at: toKept(at6) });
      words3.add({ ...named, id: key });
      if (snapshot !== void 0) bytes2.setSnapshot(key, snapshot, 1);
      return {
        stored: storedBlock(rows.findFull(owner, sort)),
        item: { id: key, owner: number, text: named.text }
      };
    });
    if (text2 !== void 0) await vectors?.give(item);
    return stored;
  };
}

// packages/provider-sqlite/src/blocks/remove-block.ts
function removeBlock({ rows, words: words3, shares, owners, purge }, row) {
  words3.remove([row.id]);
  const grantees = shares.granteesOf(row.id);
  rows.remove(row.id);
  owners.forget(grantees);
  purge.mark();
}

// packages/provider-sqlite/src/blocks/delete.ts
function createDelete(parts4) {
  const { access, purge, rows } = parts4;
  return async (scope20, id2, options3) => {
    const { owner, sort } = blockKey(scope20, id2);
    const { expectedRevision } = checkChange(options3);
    const found = await access.write(() => {
      const row = rows.find(owner, sort);
      mustBeAt(id2, row, expectedRevision);
      if (row) removeBlock(parts4, row);
      return row !== void 0;
    });
    await purge.run();
    return found;
  };
}

// packages/provider-sqlite/src/blocks/erase.ts
function createErase(parts4) {
  const { access, purge, owners, rows, shares } = parts4;
  return async (scope20) => {
    const owner = ownerOf(scope20);
    const erased = await access.write(() => {
      const ids2 = owners.within(owner);
      const all2 = ids2.flatMap((id2) => rows.allOf(id2));
      shares.removeOf(ids2);
      for (const row of all2) removeBlock(parts4, row);
      if (owners.forget(ids2)) purge.mark();
      return all2.length;
    });
    await purge.run();
    return erased;
  };
}

// packages/provider-sqlite/src/blocks/find.ts
function createFind({ access, rows }) {
  return async (scope20, label) => {
    const owner = ownerOf(scope20);
    const checked = checkId("label", label);
    const row = await access.read(() => rows.byLabel(owner, checked));
    return row && blockInfo(row);
  };
}

// packages/provider-sqlite/src/blocks/find-shared.ts
function createFindShared({ access, shares }) {
  return async (scope20, owner, label) => {
    const [to, from, checked] = [ownerOf(scope20), ownerOf(owner), checkId("label", label)];
    const row = await access.read(() => shares.byLabel(to, from, checked));
    return row && sharedBlock(row);
  };
}

// packages/provider-sqlite/src/blocks/get.ts
function createGet({ access, rows }) {
  return async (scope20, id2) => {
    const { owner, sort } = blockKey(scope20, id2);
    const row = await access.read(() => rows.findFull(owner, sort));
    return row && storedBlock(row);
  };
}

// packages/provider-sqlite/src/blocks/list.ts
var step2 = 500;
function createList(parts4) {
  const { access, rows } = parts4;
  return async (scope20, request) => {
    const owner = ownerOf(scope20);
    const { after: after2, limit: limit2, isMeant: isMeant3 } = checkBlockList(request);
    return access.read(() => {
      const found = [];
      for (let behind = sortKey(after2 ?? ""); ; ) {
        const part = rows.list(owner, behind, Math.min(step2, limit2 + 1));
        for (const row of part) {
          const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row;
          if (!isMeant3({ kind, label, contentRevision, textRevision })) continue;
          if (found.length === limit2) return { blocks: found, more: true };
          found.push(blockInfo(row));
        }
        const last = part.at(-1);
        if (last === void 0) return { blocks: found, more: false };
        behind = last.sort;
      }
    });
  };
}

// packages/provider-sqlite/src/blocks/list-shared.ts
function createListShared({ access, shares }) {
  return async (scope20) => {
    const owner = ownerOf(scope20);
    const all2 = [...await access.read(() => shares.gotBy(owner))];
    return all2.sort((a, b3) => compareOwners(a, b3) || (a.name < b3.name ? -1 : 1)).map(sharedBlock);
  };
}

// packages/provider-sqlite/src/blocks/read.ts
function createRead({ access, rows, bytes: bytes2 }) {
  return async (scope20, id2, since) => {
    const { owner, sort } = blockKey(scope20, id2);
    const seen = checkSince(since);
    return access.read(() => {
      const row = rows.find(owner, sort);
      return row && bytes2.read(row, seen);
    });
  };
}

// packages/provider-sqlite/src/blocks/read-shared.ts
function createReadShared(parts4) {
  const { access, bytes: bytes2 } = parts4;
  return async (scope20, owner, id2, since) => {
    const [to, from] = [ownerOf(scope20), ownerOf(owner)];
    const [checked, seen] = [checkId("id", id2), checkSince(since)];
    return access.read(() => {
      const found = findShare(parts4, to, from, checked);
      return found && bytes2.read(found.row, seen);
    });
  };
}

// packages/provider-sqlite/src/blocks/set-text.ts
function createSetText(parts4) {
  const { access, rows, words: words3, vectors } = parts4;
  return async (scope20, id2, text2, upTo) => {
    const key = blockKey(scope20, id2);
    const [checked, reached] = [checkRendered("text", text2), checkUpTo(upTo)];
    const { info, item } = await access.write(
      () => {
        const before2 = rows.findFull(key.owner, key.sort);
        if (!before2) throw blockMissing(id2);
        mustBeReached(reached, before2);
        if (reached < before2.text_revision) return { info: blockInfo(before2), item: void 0 };
        const after2 = { ...before2, text: checked, text_revision: reached };
        const isNew = checked !== before2.text;
        if (isNew) {
          words3.renew(before2, after2);
          rows.forgetVectors(before2.id);
        }
        rows.setText(before2.id, checked, reached);
        const { id: number, owner } = before2;
        return { info: blockInfo(after2), item: isNew ? { id: number, owner, text: checked } : void 0 };
      }
    );
    if (item) await vectors?.give(item);
    return info;
  };
}

// packages/provider-sqlite/src/blocks/share.ts
function createShare({ access, owners, rows, shares }) {
  return async (scope20, id2, grantee, options3) => {
    const sort = sortKey(checkId("id", id2));
    const { owner, grantee: other5, permission, write } = checkShare(scope20, grantee, options3);
    await access.write(() => {
      const row = rows.find(owner, sort);
      if (!row) throw blockMissing(id2);
      shares.put(row.id, owners.make(other5), permission, write);
    });
    return { scope: scopeOf(other5), permission, write };
  };
}

// packages/provider-sqlite/src/blocks/shares.ts
function createShares({ access, rows, shares }) {
  return async (scope20, id2) => {
    const [owner, sort] = [ownerOf(scope20), sortKey(checkId("id", id2))];
    const all2 = await access.read(() => {
      const row = rows.find(owner, sort);
      return row === void 0 ? [] : [...shares.givenOf(row.id)];
    });
    return all2.sort(compareOwners).map(({ permission, write, ...grantee }) => ({ scope: scopeOf(grantee), permission, write: write === 1 }));
  };
}

// packages/provider-sqlite/src/blocks/unshare.ts
function createUnshare({ access, purge, owners, rows, shares }) {
  return async (scope20, id2, grantee) => {
    const [owner, other5, sort] = [ownerOf(scope20), ownerOf(grantee), sortKey(checkId("id", id2))];
    const found = await access.write(() => {
      const row = rows.find(owner, sort);
      const number = owners.find(other5);
      if (row === void 0 || number === void 0 || !shares.remove(row.id, number)) return false;
      if (owners.forget([number])) purge.mark();
      return true;
    });
    await purge.run();
    return found;
  };
}

// packages/provider-sqlite/src/blocks/block-store.ts
function createBlocks(access, purge, search, searchShared, vectors, close) {
  const parts4 = createBlockParts(access, purge, vectors);
  return {
    spec: 1,
    create: createCreate(parts4),
    append: createAppend(parts4),
    change: createChange(parts4),
    compact: createCompact(parts4),
    setText: createSetText(parts4),
    read: createRead(parts4),
    get: createGet(parts4),
    find: createFind(parts4),
    list: createList(parts4),
    delete: createDelete(parts4),
    search: async (scope20, request) => search(ownerOf(scope20), request),
    erase: createErase(parts4),
    share: createShare(parts4),
    unshare: createUnshare(parts4),
    shares: createShares(parts4),
    listShared: createListShared(parts4),
    findShared: createFindShared(parts4),
    readShared: createReadShared(parts4),
    appendShared: createAppendShared(parts4),
    searchShared,
    close
  };
}

// packages/provider-sqlite/src/notices.ts
var fixes = {
  BLOB_INCONSISTENT: "Restore a backup.",
  BLOCK_INCONSISTENT: "Restore a backup.",
  DATABASE_INCONSISTENT: "Restore a backup, or recover what you can with `.recover` of the sqlite3 program.",
  EMBEDDING_FAILED: "Correct the embedder; the next search tries again.",
  ERASE_PENDING: "Repair the database, or wait for the next deletion.",
  INDEX_INCONSISTENT: "Repair the database, or restore a backup.",
  MESSAGE_UNREADABLE: "Restore the message from a backup.",
  SESSION_INCONSISTENT: "Restore a backup."
};
function notice(code, what, from) {
  return { code, what, fix: fixes[code], ...from === void 0 ? {} : { from } };
}

// packages/provider-sqlite/src/search/search.ts
function createSearch(access, owners, { score, load, highestFactor = 1 }, vectors, weight, tell) {
  const terms = storeTerms();
  return async (owner, request, meant) => {
    throwIfAborted(request.signal, "The search");
    const asked = terms.asked(request.query);
    if (asked.length === 0) return [];
    const found = await access.read(() => owners.find(owner));
    if (found === void 0) return [];
    const question = await questionVector(vectors, found, request, (what) => tell(notice("EMBEDDING_FAILED", what)));
    return access.read(() => {
      const id2 = owners.find(owner);
      if (id2 === void 0) return [];
      const steps = rankTexts(request, {
        words: () => score(id2, asked),
        likeness: question && (vectors?.likeness(id2, question) ?? /* @__PURE__ */ new Map()),
        isMeant: meant.numbers?.(),
        isItemMeant: meant.item,
        ...{ highestFactor, weight, termsOf: terms.of }
      });
      return runSteps(steps, load);
    });
  };
}

// packages/provider-sqlite/src/search/search-rows.ts
function createSearchRows(access, vectors, { vectorWeight: vectorWeight2, conversation, tell }, { words: words3, byIds, read, dateOf, meant, importanceOf = () => void 0 }) {
  const { db } = access;
  const search = createSearch(
    access,
    createOwners(db),
    {
      score: words3.score,
      load: (ids2) => new Map(
        byIds(ids2).flatMap((row) => {
          const stored = read(row);
          if (stored === void 0) return [];
          const factor = importanceIn(importanceOf(stored), conversation);
          return [[row.id, { date: dateOf(stored), text: stored.text, factor, item: () => stored }]];
        })
      ),
      highestFactor: importanceIn(10, conversation)
    },
    vectors,
    vectorWeight2,
    tell
  );
  return async (owner, request) => {
    const checked = checkSearch(request, vectors ? ["keyword", "vector", "hybrid"] : ["keyword"]);
    const isMeant3 = meant(request.filter);
    return search(owner, checked, { item: (found) => isMeant3(found.item()) });
  };
}

// packages/provider-sqlite/src/blocks/search-blocks.ts
function createSearchBlocks(access, words3, vectors, settings2) {
  const { byIds } = createBlockRows(access.db);
  return createSearchRows(access, vectors, settings2, {
    words: words3,
    byIds,
    read: readableBlock,
    dateOf: ({ updatedAt }) => blockDate(updatedAt),
    meant: blockFilter
  });
}
function textsOfBlocks(access) {
  const waiting = access.db.prepare(`
    SELECT b.id, b.owner, t.text FROM blocks b JOIN block_values t ON t.block = b.id
    LEFT JOIN block_vectors v ON v.embedder = ? AND v.owner = b.owner AND v.item = b.id
    WHERE b.owner = ? AND b.id > ? AND v.item IS NULL ORDER BY b.id LIMIT 1000
  `);
  const one2 = access.db.prepare("SELECT text FROM block_values WHERE block = ?");
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind),
    textOf: (id2) => one2.get(id2)?.text
  };
}

// packages/provider-sqlite/src/blocks/search-shared.ts
function createSearchShared(access, words3, vectors, { vectorWeight: vectorWeight2, tell }) {
  const { db } = access;
  const owners = createOwners(db);
  const rows = createBlockRows(db);
  const shares = db.prepare(`
    SELECT s.block, s.permission, s.write, o.tenant, o.user, o.agent FROM block_shares s
    JOIN blocks b ON b.id = s.block JOIN owners o ON o.id = b.owner WHERE s.grantee = ?
  `);
  const sharedBlocks = db.prepare(`
    SELECT s.block, b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ? ORDER BY s.block
  `);
  const search = createSearch(
    access,
    owners,
    {
      score: (grantee, asked) => {
        const all2 = sharedBlocks.all(grantee);
        const of = [...new Set(all2.map(({ owner }) => owner))];
        return words3.scoreSome(of, new Set(all2.map(({ block }) => block)), asked);
      },
      load: (ids2) => new Map(
        rows.byIds(ids2).flatMap((row) => {
          const block = readableBlock(row);
          const found = block && { date: blockDate(block.updatedAt), text: block.text, item: () => block };
          return found ? [[row.id, found]] : [];
        })
      )
    },
    vectors && sharedVectors(access, vectors),
    vectorWeight2,
    tell
  );
  const sharesWith = (scope20) => {
    const grantee = owners.find(scope20);
    const all2 = grantee === void 0 ? [] : shares.all(grantee);
    return new Map(all2.map((share) => [share.block, share]));
  };
  return async (scope20, request) => {
    const grantee = ownerOf(scope20);
    const checked = checkSearch(request, vectors ? ["keyword", "vector", "hybrid"] : ["keyword"]);
    const isMeant3 = blockFilter(request.filter);
    const found = await search(grantee, checked, { item: (one2) => isMeant3(one2.item()) });
    const known = await access.read(() => sharesWith(grantee));
    return found.flatMap(({ id: id2, hit: { item: block, score, by } }) => {
      const share = known.get(id2);
      if (share === void 0) return [];
      const { permission, write, ...owner } = share;
      return [{ item: { owner: scopeOf(owner), block, permission, write: write === 1 }, score, by }];
    });
  };
}
function sharedVectors({ db, read }, vectors) {
  const shared3 = db.prepare(
    "SELECT s.block, b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ?"
  );
  const byOwner = (grantee) => {
    const blocks = /* @__PURE__ */ new Map();
    for (const { block, owner } of shared3.all(grantee)) {
      const known = blocks.get(owner);
      if (known) known.push(block);
      else blocks.set(owner, [block]);
    }
    return blocks;
  };
  return {
    ...vectors,
    catchUp: async (grantee, signal) => {
      for (const owner of (await read(() => byOwner(grantee))).keys()) await vectors.catchUp(owner, signal);
    },
    likeness: (grantee, vector) => {
      const all2 = /* @__PURE__ */ new Map();
      for (const [owner, blocks] of byOwner(grantee)) {
        const ofOwner = vectors.likeness(owner, vector);
        for (const block of blocks) {
          const likeness = ofOwner.get(block);
          if (likeness !== void 0) all2.set(block, likeness);
        }
      }
      return all2;
    }
  };
}

// packages/provider-sqlite/src/database/access.ts
import { setTimeout as wait } from "node:timers/promises";

// packages/provider-sqlite/src/database/failure.ts
var names2 = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB"
};
function sqliteCode(error) {
  const { code, errcode } = error ?? {};
  if (typeof code === "string" && code.startsWith("SQLITE_")) return code;
  return typeof errcode === "number" ? names2[errcode & 255] ?? `SQLITE_${errcode}` : "";
}
function isBusy(error) {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}
function isClosed(error, db) {
  const { code } = error ?? {};
  return db?.open === false || db?.isOpen === false || code === "ERR_INVALID_STATE";
}
function failure(error, waited, db) {
  if (isLamellaError(error)) return error;
  const sqlite2 = sqliteCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (isBusy(error)) {
    return sqliteError(
      "DATABASE_BUSY",
      `The database was locked for ${waited} ms.`,
      "Try again, raise busyTimeout, or look for a program that keeps a transaction open.",
      { waited },
      error
    );
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(sqlite2)) {
    return sqliteError(
      "DATABASE_DAMAGED",
      `The database cannot be read: ${message}.`,
      "Restore a backup, or save what can be saved with the .recover command of the sqlite3 program.",
      { sqlite: sqlite2 },
      error
    );
  }
  if (sqlite2 === "" && isClosed(error, db)) {
    return sqliteError("DATABASE_CLOSED", "The database has been closed.", "Use the stores before close().", {}, error);
  }
  return sqliteError(
    "DATABASE_FAILED",
    `SQLite failed: ${message}.`,
    "Check the path, its permissions and the free disk space; a database that you opened must not be in a transaction.",
    { sqlite: sqlite2 },
    error
  );
}

// packages/provider-sqlite/src/database/access.ts
var longestPause = 20;
function createAccess(db, patience, checks2) {
  const [begin, beginWriting, commit] = [
    db.prepare("BEGIN"),
    // Locks now, not at the first written row: by then, earlier reads could be out of date.
    db.prepare("BEGIN IMMEDIATE"),
    db.prepare("COMMIT")
  ];
  let waiting;
  const within = (start, work) => {
    start.run();
    try {
      checks2?.transaction();
      const result2 = work();
      commit.run();
      return result2;
    } catch (error) {
      rollBack(db);
      throw error;
    }
  };
  const attempt = async (work) => {
    while (waiting !== void 0) await waiting;
    try {
      checks2?.call();
      return work();
    } catch (error) {
      if (!isBusy(error)) throw failure(error, 0, db);
    }
    let done = () => {
    };
    waiting = new Promise((resolve2) => {
      done = resolve2;
    });
    try {
      return await insist(work, patience, db);
    } finally {
      waiting = void 0;
      done();
    }
  };
  return {
    db,
    patience,
    read: (work) => attempt(() => within(begin, work)),
    write: (work) => attempt(() => within(beginWriting, work)),
    alone: attempt
  };
}
async function insist(work, patience, db) {
  const start = performance.now();
  for (let tries = 1; ; tries++) {
    await wait(1 + Math.random() * Math.min(2 * tries, longestPause));
    try {
      return work();
    } catch (error) {
      const waited = performance.now() - start;
      if (!isBusy(error) || waited >= patience) throw failure(error, Math.round(waited), db);
    }
  }
}
function rollBack(db) {
  try {
    db.exec("ROLLBACK");
  } catch {
  }
}

// packages/provider-sqlite/src/database/maintenance/file-check.ts
import { statSync } from "node:fs";
function createFileCheck(db) {
  const file = fileOf(db);
  if (file === "") return () => {
  };
  const opened = statOf(file);
  return () => {
    const now = statOf(file);
    if (now !== void 0 && opened !== void 0 && now.ino === opened.ino && now.dev === opened.dev) return;
    throw sqliteError(
      "DATABASE_MOVED",
      `The database file '${file}' was ${now ? "replaced" : "removed"} while it was open.`,
      "Close the stores and open them again. This call wrote nothing.",
      { path: file }
    );
  };
}
function fileOf(db) {
  const list2 = db.prepare("PRAGMA database_list").all();
  return list2.find(({ name }) => name === "main")?.file ?? "";
}
function statOf(file) {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

// packages/provider-sqlite/src/database/first-version.ts
var firstVersion = `
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0,
    message_terms INTEGER NOT NULL DEFAULT 0,
    entry_count INTEGER NOT NULL DEFAULT 0,
    entry_terms INTEGER NOT NULL DEFAULT 0,
    block_count INTEGER NOT NULL DEFAULT 0,
    block_terms INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant, user, agent)
  ) STRICT;

  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    sort BLOB NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER,
    changed_revision INTEGER NOT NULL DEFAULT 0,
    changed_at INTEGER,
    forked_from TEXT,
    forked_at INTEGER,
    indexed INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    UNIQUE (owner, sort)
  ) STRICT;
  CREATE INDEX sessions_waiting ON sessions (owner) WHERE waiting = 1;

  CREATE TABLE messages (
    key INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    size_before INTEGER NOT NULL,
    size INTEGER NOT NULL,
    at INTEGER,
    changed_at INTEGER,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE compactions (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    first INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER
  ) STRICT;
  CREATE INDEX compactions_session ON compactions (session, revision);

  CREATE TABLE operations (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('append', 'compact')),
    revision INTEGER NOT NULL,
    start INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (session, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    sort BLOB NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    json TEXT NOT NULL,
    terms INTEGER NOT NULL,
    UNIQUE (owner, sort)
  ) STRICT;

  CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    sort BLOB NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    revision INTEGER NOT NULL,
    content_revision INTEGER NOT NULL,
    text_revision INTEGER NOT NULL,
    snapshot_revision INTEGER NOT NULL,
    snapshot_size INTEGER NOT NULL,
    updates INTEGER NOT NULL,
    updates_size INTEGER NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    terms INTEGER NOT NULL,
    UNIQUE (owner, sort),
    UNIQUE (owner, label)
  ) STRICT;

  CREATE TABLE block_values (
    block INTEGER PRIMARY KEY REFERENCES blocks ON DELETE CASCADE,
    meta TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;

  CREATE TABLE block_snapshots (
    block INTEGER PRIMARY KEY REFERENCES blocks ON DELETE CASCADE,
    snapshot BLOB NOT NULL
  ) STRICT;

  CREATE TABLE block_updates (
    id INTEGER PRIMARY KEY,
    block INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (block, revision)
  ) STRICT;

  CREATE TABLE block_operations (
    block INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (block, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE message_terms (
    key INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    terms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE embedders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE message_vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    item INTEGER NOT NULL,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (embedder, owner, item)
  ) STRICT;
  CREATE INDEX message_vectors_hash ON message_vectors (embedder, owner, hash);
  CREATE INDEX message_vectors_item ON message_vectors (item);

  CREATE TABLE entry_vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    item INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (embedder, owner, item)
  ) STRICT;
  CREATE INDEX entry_vectors_hash ON entry_vectors (embedder, owner, hash);
  CREATE INDEX entry_vectors_item ON entry_vectors (item);

  CREATE TABLE block_vectors (
    id INTEGER PRIMARY KEY,
    embedder INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    owner INTEGER NOT NULL,
    item INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (embedder, owner, item)
  ) STRICT;
  CREATE INDEX block_vectors_hash ON block_vectors (embedder, owner, hash);
  CREATE INDEX block_vectors_item ON block_vectors (item);

  CREATE TABLE deletions (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    marked INTEGER NOT NULL,
    purged INTEGER NOT NULL
  ) STRICT;
  INSERT INTO deletions VALUES (1, 0, 0);
`;

// packages/provider-sqlite/src/database/schema.ts
var versions = [
  firstVersion,
  `
  CREATE TABLE block_shares (
    block INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    grantee INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    permission TEXT NOT NULL,
    write INTEGER NOT NULL,
    PRIMARY KEY (block, grantee)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX block_shares_grantee ON block_shares (grantee);
  `,
  `
  CREATE TABLE backups (
    path TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    host TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE runs (
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    version INTEGER NOT NULL,
    zeros BLOB NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE compactions ADD COLUMN native TEXT;
  `,
  `
  CREATE TABLE blobs (
    number INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    id TEXT NOT NULL,
    size INTEGER NOT NULL,
    UNIQUE (owner, id)
  ) STRICT;

  CREATE TABLE blob_parts (
    key INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE blob_links (
    owner INTEGER NOT NULL,
    session BLOB NOT NULL,
    id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    name TEXT,
    at INTEGER,
    PRIMARY KEY (owner, session, id),
    FOREIGN KEY (owner, id) REFERENCES blobs (owner, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blob_links_id ON blob_links (owner, id);
  `,
  `
  DROP TABLE IF EXISTS message_words;
  DROP TABLE IF EXISTS entry_words;
  DROP TABLE IF EXISTS block_words;
  DROP TABLE IF EXISTS message_index;
  DROP TABLE IF EXISTS entry_index;
  DROP TABLE IF EXISTS block_index;
  DROP TABLE message_terms;
  ALTER TABLE owners DROP COLUMN message_count;
  ALTER TABLE owners DROP COLUMN message_terms;
  ALTER TABLE owners DROP COLUMN entry_count;
  ALTER TABLE owners DROP COLUMN entry_terms;
  ALTER TABLE owners DROP COLUMN block_count;
  ALTER TABLE owners DROP COLUMN block_terms;
  ALTER TABLE entries DROP COLUMN terms;
  ALTER TABLE blocks DROP COLUMN terms;

  CREATE TABLE word_chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    version INTEGER NOT NULL,
    places INTEGER NOT NULL,
    postings INTEGER NOT NULL,
    texts BLOB NOT NULL
  ) STRICT;
  CREATE INDEX word_chunks_owner ON word_chunks (owner, kind);

  CREATE TABLE words (
    chunk INTEGER NOT NULL REFERENCES word_chunks ON DELETE CASCADE,
    term TEXT NOT NULL,
    postings BLOB NOT NULL,
    PRIMARY KEY (chunk, term)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE indexed_texts (
    kind INTEGER NOT NULL,
    id INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX indexed_texts_chunk ON indexed_texts (chunk);
  `
];
var indexVersion = 7;

// packages/provider-sqlite/src/memory/keep-entry.ts
import { createHash as createHash2 } from "node:crypto";

// packages/provider-sqlite/src/memory/entries.ts
var columns = "e.id, e.owner, e.sort, e.revision, e.created_at, e.updated_at, e.json";
function createEntries(db) {
  const owned2 = `SELECT ${columns} FROM owners o JOIN entries e ON e.owner = o.id WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`;
  const find = db.prepare(`${owned2} AND e.sort = ?`);
  const list2 = db.prepare(`${owned2} AND e.sort > ? ORDER BY e.sort LIMIT ?`);
  const byIds = db.prepare(`SELECT ${columns} FROM entries e WHERE e.id IN (SELECT value FROM json_each(?))`);
  const allOf = db.prepare(`SELECT ${columns} FROM entries e WHERE e.owner = ?`);
  const add2 = db.prepare(`
    INSERT INTO entries (owner, sort, revision, created_at, updated_at, json) VALUES (?, ?, ?, ?, ?, ?)
    RETURNING id
  `);
  const change = db.prepare("UPDATE entries SET revision = ?, created_at = ?, updated_at = ?, json = ? WHERE id = ?");
  const remove = db.prepare("DELETE FROM entries WHERE id = ?");
  return {
    find: ({ tenant, user, agent }, sort) => find.get(tenant, user, agent, sort),
    byIds: (ids2) => byIds.all(JSON.stringify(ids2)),
    list: ({ tenant, user, agent }, behind, limit2) => list2.all(tenant, user, agent, behind, limit2),
    add: (owner, sort, { revision, createdAt, updatedAt, json: json6 }) => add2.get(owner, sort, revision, createdAt, updatedAt, json6).id,
    change: (id2, { revision, createdAt, updatedAt, json: json6 }) => change.run(revision, createdAt, updatedAt, json6, id2),
    remove: (id2) => remove.run(id2),
    allOf: (owner) => allOf.all(owner)
  };
}
function storedEntry(row) {
  const stored = readableEntry(row);
  if (stored) return stored;
  throw sqliteError(
    "DATABASE_DAMAGED",
    `The entry ${JSON.stringify(idOfSortKey(row.sort))} is no longer valid JSON.`,
    "Restore a backup, or put the entry again, or delete it.",
    { sqlite: "" }
  );
}
function readableEntry({ json: json6, revision, created_at, updated_at }) {
  try {
    return {
      ...JSON.parse(json6),
      revision,
      ...created_at === null ? {} : { createdAt: fromKept(created_at) },
      ...updated_at === null ? {} : { updatedAt: fromKept(updated_at) }
    };
  } catch {
    return void 0;
  }
}

// packages/provider-sqlite/src/memory/keep-entry.ts
function createKeepEntry({ db, write }, owners, entries, index2, vectors) {
  const forgetVectors = db.prepare("DELETE FROM entry_vectors WHERE item = ?");
  return async (owner, entry, add2) => {
    const json6 = JSON.stringify(entry);
    const sort = sortKey(entry.id);
    const { stored, item } = await write(() => {
      const before2 = entries.find(owner, sort);
      const added3 = add2(before2);
      const number = before2?.owner ?? owners.make(owner);
      const values = { ...added3, json: json6 };
      const id2 = before2?.id ?? entries.add(number, sort, values);
      if (before2) {
        entries.change(id2, values);
        const known = readableEntry(before2);
        index2.remove([id2], known && wordsOf(indexedEntry(id2, known).counted));
        if (known?.text !== entry.text) forgetVectors.run(id2);
      }
      index2.add(number, [indexedEntry(id2, entry)]);
      return {
        stored: storedEntry(entries.find(owner, sort)),
        item: { id: id2, owner: number, text: entry.text }
      };
    });
    await vectors?.give(item);
    return stored;
  };
}
function indexedEntry(id2, { text: text2, speaker, date: date2, tags, session }) {
  const counted = storeTerms().count({
    ...{ text: text2, speaker, date: date2 === void 0 ? void 0 : dateWords(date2), label: tags?.join(" ") }
  });
  return { id: id2, group: session === void 0 ? 0 : groupOf(session), counted };
}
function groupOf(session) {
  return 1 + createHash2("sha256").update(session).digest().readUIntBE(0, 6);
}

// packages/provider-sqlite/src/database/maintenance/fill-indexes.ts
var sources = [
  {
    kind: "entry",
    sql: "SELECT id, owner, json AS text, '' AS label FROM entries WHERE id > ? ORDER BY id LIMIT 500",
    index: entryText
  },
  {
    kind: "block",
    sql: `SELECT b.id, b.owner, v.text, b.label FROM blocks b JOIN block_values v ON v.block = b.id
      WHERE b.id > ? ORDER BY b.id LIMIT 500`,
    index: indexedBlock
  }
];
function fillIndexes(db) {
  db.exec(`
    DELETE FROM words;
    DELETE FROM word_chunks;
    DELETE FROM indexed_texts;
    UPDATE sessions SET indexed = 0, waiting = EXISTS (
      SELECT 1 FROM messages WHERE key >= sessions.id * 100000000 AND key < (sessions.id + 1) * 100000000);
  `);
  for (const { kind, sql, index: index2 } of sources) {
    const { add: add2 } = createWordIndex(db, kind);
    const read = db.prepare(sql);
    for (let behind = 0; behind !== void 0; ) {
      const rows = read.all(behind);
      const owners = /* @__PURE__ */ new Map();
      for (const row of rows) {
        const own2 = owners.get(row.owner) ?? [];
        owners.set(row.owner, own2);
        own2.push(index2(row));
      }
      for (const [owner, texts] of owners) add2(owner, texts);
      behind = rows.at(-1)?.id;
    }
  }
}
function entryText({ id: id2, text: text2 }) {
  try {
    return indexedEntry(id2, JSON.parse(text2));
  } catch {
    return indexedEntry(id2, { id: "", text: "" });
  }
}

// packages/provider-sqlite/src/database/maintenance/migrate.ts
var applicationId = 1282231393;
function standOf(db) {
  const sql = `SELECT (SELECT count(*) FROM sqlite_schema) AS things,
    (SELECT application_id FROM pragma_application_id) AS id, (SELECT user_version FROM pragma_user_version) AS version`;
  return db.prepare(sql).get();
}
function mustMigrate(db, versions2) {
  const { id: id2, version, things } = standOf(db);
  if (id2 === 0 && version === 0 && things === 0) return true;
  if (id2 !== applicationId) {
    throw sqliteError(
      "DATABASE_FOREIGN",
      "The database has tables of another program.",
      "Use a separate file for Lamella.",
      { applicationId: id2, version }
    );
  }
  mustBeKnown(version, versions2.length);
  return version < versions2.length;
}
function mustBeKnown(version, known) {
  if (version <= known) return;
  throw sqliteError(
    "DATABASE_NEWER",
    `The database has version ${version}; this package supports up to ${known}.`,
    "Use the @lamella/provider-sqlite that wrote it, or a later version. Databases cannot be downgraded.",
    { version, known }
  );
}
function migrate(db, versions2) {
  if (!mustMigrate(db, versions2)) return;
  const { version } = standOf(db);
  for (const sql of versions2.slice(version)) db.exec(sql);
  if (version < indexVersion && versions2.length >= indexVersion) fillIndexes(db);
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versions2.length}`);
}

// packages/provider-sqlite/src/database/connect.ts
var asleep = 5;
async function connect(db, synchronous, patience) {
  const version = db.prepare("PRAGMA user_version");
  const access = createAccess(db, patience, {
    call: createFileCheck(db),
    // Another process may use a newer version of this package and change the tables while this one has them open.
    transaction: () => mustBeKnown(version.get().user_version, versions.length)
  });
  await access.alone(() => {
    db.exec(`PRAGMA busy_timeout = ${asleep}`);
    mustMigrate(db, versions);
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous === "full" ? "FULL" : "NORMAL"};
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
    `);
  });
  await access.write(() => migrate(db, versions));
  return access;
}

// packages/provider-sqlite/src/database/maintenance/backup.ts
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
function createBackup(access, partials) {
  const copy2 = access.db.prepare("VACUUM INTO ?");
  return async (given) => {
    if (typeof given !== "string" || given === "") throw invalid2("path", "is not a file path");
    const path = resolve(given);
    if (existsSync(path)) throw backupExists(given);
    await partials.sweep();
    const partial = await partials.begin(path);
    try {
      await rm(partial, { force: true });
      await access.alone(() => copy2.run(partial));
      await sync(partial);
      await rename(partial, path);
      await sync(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      throw failure(error, 0);
    } finally {
      await partials.end(path).catch(() => {
      });
    }
  };
}
async function sync(path) {
  if (process.platform === "win32") return;
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
function backupExists(path) {
  return sqliteError(
    "BACKUP_EXISTS",
    `A file already exists at ${path}.`,
    "Choose a new path, or move the old backup away.",
    {
      path
    }
  );
}

// packages/provider-sqlite/src/search/check-index.ts
function createCheckIndex(db) {
  const rows = createChunkRows(db);
  const next = db.prepare("SELECT id, kind, places, texts FROM word_chunks WHERE id > ? ORDER BY id LIMIT 1");
  const listed = db.prepare(
    "SELECT json_group_array(id) AS ids FROM (SELECT id FROM indexed_texts WHERE chunk = ? AND kind = ? ORDER BY id)"
  );
  const sumsOf = (chunk, size) => {
    const sums = new Float64Array(size);
    for (const term of rows.terms(chunk)) {
      const { places: places2, said: said2, asked, speaker, date: date2, label } = readPostings(rows.postings(chunk, term));
      for (const [i2, place] of places2.entries()) {
        for (const [part, list2] of [said2, asked, speaker, date2, label].entries()) {
          const at6 = place * partNames.length + part;
          sums[at6] = (sums[at6] ?? Number.NaN) + list2[i2];
        }
      }
    }
    return sums;
  };
  return (behind) => {
    const row = next.get(behind);
    if (row === void 0) return { last: void 0, problem: void 0 };
    const { ids: ids2, lengths } = readTexts(row.texts);
    const sums = sumsOf(row.id, lengths.length);
    const own2 = ids2.filter((id2) => id2 >= 0).sort((a, b3) => a - b3);
    const { ids: wanted } = listed.get(row.id, row.kind);
    const isRight = ids2.length === row.places && lengths.every((length, at6) => sums[at6] === length) && wanted === JSON.stringify(own2);
    return {
      last: row.id,
      problem: isRight ? void 0 : "The word index of an owner does not match the lengths of its texts."
    };
  };
}

// packages/provider-sqlite/src/sessions/keys.ts
var room3 = 1e8;
var most3 = Math.floor(Number.MAX_SAFE_INTEGER / room3) - 1;
function keyOf(session, position2) {
  return session * room3 + position2;
}
function placeOf2(key) {
  const session = Math.floor(key / room3);
  return { session, position: key - session * room3 };
}
function keysOf(session) {
  return { first: keyOf(session, 0), behind: keyOf(session + 1, 0) };
}
function mustHaveRoom(session, length) {
  if (length > room3) throw invalid2("messages", `are more than the ${room3} that the session has room for`);
  if (session > most3) throw invalid2("session", `is one more than the limit of ${most3} for a database`);
}

// packages/provider-sqlite/src/sessions/append-texts.ts
function createAppendTexts(db, owners, heads, operations, next) {
  const make = db.prepare("INSERT INTO sessions (owner, sort, name, created_at) VALUES (?, ?, ?, ?) RETURNING id");
  const insert = db.prepare(
    "INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const dated2 = db.prepare("UPDATE sessions SET created_at = ? WHERE id = ?");
  const behind = db.prepare("UPDATE sessions SET waiting = 1 WHERE id = ?");
  const texts = db.prepare("SELECT json FROM messages WHERE key >= ? AND key < ? ORDER BY key");
  const repeated = (head, name, wanted) => {
    const done = operations.find(head.id, name);
    if (done === void 0) return void 0;
    const { kind, revision, start, length } = done;
    const isSame = kind === "append" && length - start === wanted.length && texts.all(keyOf(head.id, start), keyOf(head.id, length)).every(
      ({ json: json6 }, index2) => json6 === wanted[index2]
    );
    if (!isSame) throw anotherChange();
    return { revision, start, length, repeated: true };
  };
  return (session, added3, { expectedRevision, operation: operation2, times }) => {
    const { owner, name, sort } = session;
    const head = heads.stand(owner, sort);
    const done = head && operation2 !== void 0 ? repeated(head, operation2, added3) : void 0;
    if (done) return done;
    mustBeAt2(head, name, expectedRevision);
    const start = head?.length ?? 0;
    if (added3.length === 0) return { revision: head?.revision ?? 0, start, length: start, repeated: false };
    const revision = (head?.revision ?? 0) + 1;
    const length = start + added3.length;
    const first = toKept(times.find((time) => time !== void 0));
    const id2 = head?.id ?? make.get(owners.make(owner), sort, name, first).id;
    mustHaveRoom(id2, length);
    if (head && head.createdAt === null && first !== null) dated2.run(first, id2);
    if (head?.waiting !== 1) behind.run(id2);
    let changed = head?.changedAt ?? null;
    let key = keyOf(id2, start);
    let size = head?.size ?? 0;
    for (const [index2, text2] of added3.entries()) {
      const time = toKept(times[index2]);
      changed = time ?? changed;
      insert.run(key++, revision, size, text2.length, time, changed, text2);
      size += text2.length;
    }
    if (operation2 !== void 0) operations.add(id2, { name: operation2, kind: "append", revision, start, length });
    next.learn(session, { id: id2, revision, length, size, changed, isDated: (head?.createdAt ?? first) !== null });
    return { revision, start, length, repeated: false };
  };
}
function mustBeAt2(head, name, expected) {
  const actual = head?.revision ?? 0;
  if (expected !== void 0 && expected !== actual) throw sessionConflict(name, expected, actual);
}
function anotherChange() {
  return invalid2("options.operation", "is the name of another change of this session");
}

// packages/provider-sqlite/src/sessions/compaction-rows.ts
function createCompactionRows(db, operations) {
  const insert = db.prepare(
    "INSERT INTO compactions (session, revision, first, behind, text, at, native) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const changed = db.prepare("UPDATE sessions SET changed_revision = ?, changed_at = ? WHERE id = ?");
  const dated2 = db.prepare("UPDATE sessions SET created_at = ? WHERE id = ? AND created_at IS NULL");
  const list2 = db.prepare(
    "SELECT revision, first, behind, text, at, native FROM compactions WHERE session = ? ORDER BY revision, id"
  );
  const copy2 = db.prepare(`
    INSERT INTO compactions (session, revision, first, behind, text, at, native)
    SELECT ?, 1, first, behind, text, at, native FROM compactions WHERE session = ? AND behind <= ? ORDER BY revision, id
  `);
  const rows = (session) => list2.all(session);
  const all2 = (session) => rows(session).flatMap((row) => compactionOf2(row) ?? []);
  const restore = (session, { revision, start, end, text: text2, at: at6, native: native2 }) => {
    const json6 = native2 === void 0 ? null : JSON.stringify(native2);
    insert.run(session, revision, start, end, text2, toKept(at6), json6);
  };
  const repeated = (head, name, wanted) => {
    const done = operations.find(head.id, name);
    if (done === void 0) return void 0;
    const first = all2(head.id).find(({ revision }) => revision === done.revision);
    if (done.kind !== "compact" || first === void 0 || !sameCompaction(first, wanted)) throw anotherChange();
    return first;
  };
  return {
    add: (head, compaction, { expectedRevision, operation: operation2, at: at6 }) => {
      const done = operation2 === void 0 ? void 0 : repeated(head, operation2, compaction);
      if (done) return done;
      mustBeAt2(head, head.name, expectedRevision);
      const revision = head.revision + 1;
      const added3 = at6 === void 0 ? { ...compaction, revision } : { ...compaction, revision, at: at6 };
      restore(head.id, added3);
      const time = toKept(at6);
      changed.run(revision, time ?? head.changedAt, head.id);
      if (time !== null) dated2.run(time, head.id);
      if (operation2 !== void 0) {
        const { length } = head;
        operations.add(head.id, { name: operation2, kind: "compact", revision, start: length, length });
      }
      return added3;
    },
    restore,
    list: all2,
    isDamaged: (session) => rows(session).some((row) => compactionOf2(row) === void 0),
    copy: (from, into, before2) => copy2.run(into, from, before2)
  };
}
function compactionOf2({ first, behind, text: text2, revision, at: at6, native: native2 }) {
  const own2 = native2 === null ? void 0 : nativeOf(native2);
  if (native2 !== null && own2 === void 0) return void 0;
  return {
    start: first,
    end: behind,
    text: text2,
    ...own2 !== void 0 && { native: own2 },
    revision,
    ...at6 !== null && { at: fromKept(at6) }
  };
}
function nativeOf(json6) {
  try {
    const native2 = checkNative("native", JSON.parse(json6));
    return JSON.stringify(native2) === json6 ? native2 : void 0;
  } catch {
    return void 0;
  }
}

// packages/provider-sqlite/src/sessions/heads.ts
var few = "s.id, s.owner, s.created_at, s.changed_revision, s.changed_at, s.waiting";
var all = `${few}, s.name, s.forked_from, s.forked_at`;
var owned = "FROM sessions s WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?)";
function createHeads(db) {
  const stand = db.prepare(`SELECT ${few} ${owned} AND s.sort = ?`);
  const find = db.prepare(`SELECT ${all} ${owned} AND s.sort = ?`);
  const list2 = db.prepare(`SELECT ${all} ${owned} AND s.sort > ? ORDER BY s.sort LIMIT ?`);
  const byId = db.prepare(`SELECT ${all} FROM sessions s WHERE s.id = ?`);
  const last = db.prepare(
    "SELECT key, revision, size_before + size AS size, changed_at FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1"
  );
  const standOf2 = (row) => {
    const { first, behind } = keysOf(row.id);
    const end = last.get(first, behind);
    const isAppend = end !== void 0 && end.revision > row.changed_revision;
    return {
      id: row.id,
      owner: row.owner,
      revision: isAppend ? end.revision : row.changed_revision,
      length: end === void 0 ? 0 : placeOf2(end.key).position + 1,
      size: end === void 0 ? 0 : end.size,
      createdAt: row.created_at,
      changedAt: isAppend ? end.changed_at : row.changed_at,
      waiting: row.waiting
    };
  };
  const headOf = (row) => ({
    ...standOf2(row),
    name: row.name,
    forkedFrom: row.forked_from,
    forkedAt: row.forked_at
  });
  const maybe = (row) => row === void 0 ? void 0 : headOf(row);
  return {
    stand: ({ tenant, user, agent }, sort) => {
      const row = stand.get(tenant, user, agent, sort);
      return row && standOf2(row);
    },
    find: ({ tenant, user, agent }, sort) => maybe(find.get(tenant, user, agent, sort)),
    byId: (id2) => maybe(byId.get(id2)),
    list: ({ tenant, user, agent }, behind, limit2) => list2.all(tenant, user, agent, behind, limit2).map(headOf)
  };
}
function infoOf3(head) {
  const { name, revision, length, size, createdAt, changedAt, forkedFrom, forkedAt } = head;
  return {
    id: name,
    revision,
    length,
    size,
    ...createdAt === null ? {} : { createdAt: fromKept(createdAt) },
    ...changedAt === null ? {} : { updatedAt: fromKept(changedAt) },
    ...forkedFrom === null ? {} : { forkedFrom: { session: forkedFrom, at: forkedAt ?? 0 } }
  };
}

// packages/provider-sqlite/src/sessions/operations.ts
function createOperations(db) {
  const columns2 = "name, kind, revision, start, length";
  const find = db.prepare(`SELECT ${columns2} FROM operations WHERE session = ? AND name = ?`);
  const add2 = db.prepare(`INSERT INTO operations (session, ${columns2}) VALUES (?, ?, ?, ?, ?, ?)`);
  const list2 = db.prepare(`SELECT ${columns2} FROM operations WHERE session = ? ORDER BY revision`);
  return {
    find: (session, name) => find.get(session, name),
    add: (session, { name, kind, revision, start, length }) => add2.run(session, name, kind, revision, start, length),
    list: (session) => list2.all(session)
  };
}

// packages/provider-sqlite/src/sessions/run-rows.ts
function createRunRows(db) {
  const zeros = "zeroblob((SELECT page_size FROM pragma_page_size))";
  const find = db.prepare("SELECT version, json AS text FROM runs WHERE session = ?");
  const there2 = db.prepare("SELECT 1 FROM runs WHERE session = ?");
  const put = db.prepare(`
    INSERT INTO runs (session, version, zeros, json) VALUES (?, ?, ${zeros}, ?)
    ON CONFLICT (session) DO UPDATE SET version = excluded.version, zeros = excluded.zeros, json = excluded.json
  `);
  const copy2 = db.prepare(`
    INSERT INTO runs (session, version, zeros, json) SELECT ?, 1, ${zeros}, json FROM runs WHERE session = ?
  `);
  const rowOf = (session) => find.get(session);
  return {
    row: rowOf,
    find: (session) => {
      const row = rowOf(session);
      const run = row && parsed2(row.text);
      return row && run && { run, version: row.version };
    },
    put: (session, { version, text: text2 }) => {
      const isReplaced = there2.get(session) !== void 0;
      put.run(session, version, text2);
      return isReplaced;
    },
    copy: (from, into) => copy2.run(into, from)
  };
}
function parsed2(text2) {
  try {
    const run = JSON.parse(text2);
    return isObject(run) ? run : void 0;
  } catch {
    return void 0;
  }
}

// packages/provider-sqlite/src/sessions/verify-session.ts
var step3 = 500;
var maxReported = 20;
function createVerifySession(db, compactions, runs2) {
  const read = db.prepare(
    "SELECT key, revision, size_before, size, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?"
  );
  return (head) => {
    const problems = [];
    const find = (code, what) => {
      problems.push(notice(code, what, head.name));
    };
    let [position2, size, revision] = [0, 0, 1];
    while (position2 < head.length) {
      const rows = read.all(keyOf(head.id, position2), keyOf(head.id, head.length), step3);
      for (const row of rows) {
        const place = placeOf2(row.key).position;
        if (place !== position2) find("SESSION_INCONSISTENT", `Messages ${position2} to ${place} are missing.`);
        if (row.size_before !== size && place === position2)
          find("SESSION_INCONSISTENT", `Message ${place} has the start size ${row.size_before} instead of ${size}.`);
        if (row.revision < revision)
          find("SESSION_INCONSISTENT", `Message ${place} has an earlier revision than the one before it.`);
        if (row.size !== row.json.length)
          find("SESSION_INCONSISTENT", `The size of message ${place} differs from the recorded one.`);
        if (!isKept(row.json, (value) => messageTexts([value])[0]))
          find("MESSAGE_UNREADABLE", `Message ${place} is not valid message JSON.`);
        position2 = place + 1;
        size = row.size_before + row.size;
        revision = row.revision;
      }
      if (rows.length === 0) break;
    }
    for (const { start, end } of compactions.list(head.id)) {
      if (start >= end || end > head.length)
        find(
          "SESSION_INCONSISTENT",
          `A compaction covers messages ${start} to ${end}, but the session has ${head.length}.`
        );
    }
    if (compactions.isDamaged(head.id))
      find("SESSION_INCONSISTENT", "A compaction differs from what was written; its messages are shown instead.");
    const run = runs2.row(head.id);
    if (run && !isKept(run.text, (value) => checkRunChange(value, run.version).text))
      find("SESSION_INCONSISTENT", "The run differs from what was written. The next writeRun() replaces it.");
    const more = problems.length - maxReported;
    return more <= 0 ? problems : [
      ...problems.slice(0, maxReported),
      notice("SESSION_INCONSISTENT", `There are ${more} more problems.`, head.name)
    ];
  };
}
function isKept(json6, textOf5) {
  try {
    return textOf5(JSON.parse(json6)) === json6;
  } catch {
    return false;
  }
}

// packages/provider-sqlite/src/database/maintenance/check.ts
function indexed(table, kind) {
  return `SELECT 1 FROM (SELECT id, owner FROM ${table} EXCEPT
      SELECT t.id, c.owner FROM indexed_texts t JOIN word_chunks c ON c.id = t.chunk AND c.kind = t.kind WHERE t.kind = ${kind})
    UNION ALL SELECT 1 FROM indexed_texts WHERE kind = ${kind} AND id NOT IN (SELECT id FROM ${table}) LIMIT 1`;
}
var questions = [
  [
    "DATABASE_INCONSISTENT",
    "There are messages without a session.",
    "SELECT 1 FROM messages WHERE key / 100000000 NOT IN (SELECT id FROM sessions) LIMIT 1"
  ],
  [
    "DATABASE_INCONSISTENT",
    "There are entries that are no longer valid JSON.",
    "SELECT 1 FROM entries WHERE NOT json_valid(json) LIMIT 1"
  ],
  [
    "INDEX_INCONSISTENT",
    "There are vectors of missing messages, or of another owner.",
    `SELECT 1 FROM message_vectors v
     LEFT JOIN messages m ON m.key = v.item LEFT JOIN sessions s ON s.id = v.item / 100000000
     WHERE m.key IS NULL OR s.owner IS NOT v.owner LIMIT 1`
  ],
  [
    "INDEX_INCONSISTENT",
    "There are vectors of entries of another owner.",
    "SELECT 1 FROM entry_vectors v JOIN entries e ON e.id = v.item WHERE e.owner != v.owner LIMIT 1"
  ],
  [
    "INDEX_INCONSISTENT",
    "The index of messages has missing messages, or lacks some.",
    `SELECT 1 FROM indexed_texts t LEFT JOIN messages m ON m.key = t.id
     LEFT JOIN sessions s ON s.id = t.id / 100000000 LEFT JOIN word_chunks c ON c.id = t.chunk
     WHERE t.kind = 0 AND (m.key IS NULL OR t.id >= s.id * 100000000 + s.indexed OR c.owner IS NOT s.owner OR c.kind != 0)
     UNION ALL SELECT 1 FROM messages m JOIN sessions s ON s.id = m.key / 100000000
     WHERE m.key < s.id * 100000000 + s.indexed AND m.key NOT IN (SELECT id FROM indexed_texts WHERE kind = 0) LIMIT 1`
  ],
  ["INDEX_INCONSISTENT", "The index of memory has the wrong entries.", indexed("entries", 1)],
  ["INDEX_INCONSISTENT", "The index of blocks has the wrong blocks.", indexed("blocks", 2)],
  [
    "BLOCK_INCONSISTENT",
    "The revisions or the sizes of a block do not match its bytes.",
    `SELECT 1 FROM blocks b WHERE
       b.snapshot_size != (SELECT coalesce(sum(length(snapshot)), 0) FROM block_snapshots WHERE block = b.id)
       OR (SELECT count(*) FROM block_values WHERE block = b.id AND json_valid(meta)) != 1
       OR (b.updates, b.updates_size) IS NOT
         (SELECT count(*), coalesce(sum(length(bytes)), 0) FROM block_updates WHERE block = b.id)
       OR (SELECT min(revision) FROM block_updates WHERE block = b.id) <= b.snapshot_revision
       OR (SELECT max(revision) FROM block_updates WHERE block = b.id) != b.content_revision
       OR max(b.content_revision, b.text_revision, b.snapshot_revision) > b.revision LIMIT 1`
  ],
  [
    "BLOCK_INCONSISTENT",
    "A block is shared with another tenant, or with its owner.",
    `SELECT 1 FROM block_shares s JOIN blocks b ON b.id = s.block
     JOIN owners o ON o.id = b.owner JOIN owners g ON g.id = s.grantee
     WHERE o.tenant != g.tenant OR o.id = g.id LIMIT 1`
  ],
  [
    "BLOB_INCONSISTENT",
    "The size of a blob does not match its parts.",
    `SELECT 1 FROM blobs b WHERE b.size !=
       (SELECT coalesce(sum(length(bytes)), 0) FROM blob_parts WHERE key >= b.number * 1024 AND key < (b.number + 1) * 1024)
     UNION ALL SELECT 1 FROM blob_parts WHERE key / 1024 NOT IN (SELECT number FROM blobs) LIMIT 1`
  ],
  [
    "BLOB_INCONSISTENT",
    "There are blobs that no session has.",
    `SELECT 1 FROM blobs b
     WHERE NOT EXISTS (SELECT 1 FROM blob_links l WHERE l.owner = b.owner AND l.id = b.id) LIMIT 1`
  ]
];
function createCheck(access, purge) {
  const { db } = access;
  const heads = createHeads(db);
  const verify = createVerifySession(db, createCompactionRows(db, createOperations(db)), createRunRows(db));
  const sessions2 = db.prepare("SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT 100");
  const integrity = db.prepare("PRAGMA integrity_check(20)");
  const foreignKeys = db.prepare("PRAGMA foreign_key_check");
  const asked = questions.map(([code, problem, sql]) => ({ code, problem, statement: db.prepare(sql) }));
  const checkIndex = createCheckIndex(db);
  const ofFile = () => {
    const lines = integrity.all().map((row) => row.integrity_check);
    return lines.filter((line) => line !== "ok");
  };
  const ofKeys = () => {
    const broken = foreignKeys.all().length;
    return broken === 0 ? [] : [`${broken} rows reference missing rows.`];
  };
  const ofSessions = (behind) => {
    const rows = sessions2.all(behind);
    return { last: rows.at(-1)?.id, notices: rows.flatMap(({ id: id2 }) => verify(heads.byId(id2))) };
  };
  return async () => {
    const found = [];
    const look = async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!isLamellaError(error, "DATABASE_DAMAGED")) throw error;
        found.push(notice("DATABASE_INCONSISTENT", error.what));
        return void 0;
      }
    };
    for (const work of [ofFile, ofKeys]) {
      const problems = await look(() => access.read(work)) ?? [];
      found.push(...problems.map((problem) => notice("DATABASE_INCONSISTENT", problem)));
    }
    for (const { code, problem, statement } of asked) {
      const rows = await look(() => access.read(() => statement.all()));
      if (rows?.length) found.push(notice(code, problem));
    }
    for (let behind = 0; behind !== void 0; ) {
      const from = behind;
      const part = await look(() => access.read(() => checkIndex(from)));
      if (part?.problem !== void 0) found.push(notice("INDEX_INCONSISTENT", part.problem));
      behind = part?.last;
    }
    for (let behind = 0; behind !== void 0; ) {
      const from = behind;
      const some = await look(() => access.read(() => ofSessions(from)));
      found.push(...some?.notices ?? []);
      behind = some?.last;
    }
    if (await look(() => access.read(() => purge.isPending())))
      found.push(notice("ERASE_PENDING", "Bytes of deleted data may still be in the file."));
    return found;
  };
}

// packages/provider-sqlite/src/database/maintenance/partials.ts
import { rm as rm2 } from "node:fs/promises";
import { hostname } from "node:os";

// packages/provider-sqlite/src/processes/running.ts
import { readFile } from "node:fs/promises";
async function startOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields2 = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields2[0] === "Z" || fields2[0] === "X" ? "ended" : fields2[19] ?? "";
}
async function isRunning(pid, started) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === "ESRCH") return false;
  }
  return await startOf(pid) === started;
}

// packages/provider-sqlite/src/database/maintenance/partials.ts
var longest3 = 24 * 36e5;
function createPartials({ db, read, write }) {
  const file = fileOf(db);
  const begin = db.prepare(
    "INSERT OR REPLACE INTO backups (path, file, pid, started, host, at) VALUES (?, ?, ?, ?, ?, ?)"
  );
  const list2 = db.prepare("SELECT path, pid, started, host, at FROM backups WHERE file = ?");
  const forget = db.prepare("DELETE FROM backups WHERE path = ? AND pid = ? AND started = ? AND host = ?");
  const own2 = { pid: process.pid, host: hostname() };
  return {
    begin: async (path) => {
      const started = await startOf(own2.pid);
      await write(() => begin.run(path, file, own2.pid, started, own2.host, Date.now()));
      return partialOf(path);
    },
    end: async (path) => {
      const started = await startOf(own2.pid);
      await write(() => forget.run(path, own2.pid, started, own2.host));
    },
    sweep: async () => {
      const rows = await read(() => list2.all(file));
      for (const { path, pid, started, host, at: at6 } of rows) {
        const isHere = host === own2.host;
        if (isHere ? await isRunning(pid, started) : Date.now() - at6 < longest3) continue;
        await rm2(partialOf(path), { force: true });
        await write(() => forget.run(path, pid, started, host));
      }
    }
  };
}
function partialOf(path) {
  return `${path}.partial`;
}

// packages/provider-sqlite/src/database/maintenance/repair.ts
var orphans = [
  `DELETE FROM message_vectors WHERE item NOT IN (SELECT key FROM messages)
     OR owner IS NOT (SELECT owner FROM sessions WHERE id = item / 100000000)`,
  "DELETE FROM entry_vectors WHERE owner IS NOT (SELECT owner FROM entries WHERE id = item)",
  "DELETE FROM block_vectors WHERE owner IS NOT (SELECT owner FROM blocks WHERE id = item)"
];
function createRepair(access, purge, check2) {
  const { db } = access;
  const integrity = db.prepare("PRAGMA integrity_check");
  const isWhole = async () => {
    try {
      const rows = await access.read(() => integrity.all());
      return rows.every(({ integrity_check: line }) => line === "ok");
    } catch (error) {
      if (isLamellaError(error, "DATABASE_DAMAGED")) return false;
      throw error;
    }
  };
  const makeAnew = () => {
    fillIndexes(db);
    for (const sql of orphans) db.exec(sql);
    purge.mark();
  };
  return async () => {
    const found = await check2();
    const isAny = (code) => found.some((notice2) => notice2.code === code);
    if (!isAny("INDEX_INCONSISTENT") && !isAny("ERASE_PENDING")) return found;
    if (!await isWhole()) return found;
    if (isAny("INDEX_INCONSISTENT")) await access.write(makeAnew);
    await purge.run();
    return check2();
  };
}

// packages/provider-sqlite/src/database/open-file.ts
import { createRequire } from "node:module";
var here = { load: createRequire(import.meta.url), napi: Number(process.versions["napi"] ?? 0) };
function openFile(path, { load, napi } = here) {
  const version = installedVersion(load);
  if (Number.parseInt(version, 10) >= 13 && napi < 10) {
    throw sqliteError(
      "SQLITE_UNAVAILABLE",
      `better-sqlite3 ${version} crashes on Node ${process.versions.node}: it needs 22.14 or later.`,
      "Install better-sqlite3@12, or use a later version of Node.",
      { version }
    );
  }
  const Sqlite = load("better-sqlite3");
  try {
    return new Sqlite(path);
  } catch (error) {
    const { code } = error ?? {};
    const isBuilt = code !== "ERR_DLOPEN_FAILED" && !String(error).includes("Could not locate the bindings file");
    if (isBuilt) throw failure(error, 0);
    throw sqliteError(
      "SQLITE_UNAVAILABLE",
      "better-sqlite3 has not been built, or was built for another version of Node.",
      "Allow its build script (pnpm approve-builds, npm install-scripts approve) and install again.",
      { version },
      error
    );
  }
}
function installedVersion(load) {
  try {
    const { version } = load("better-sqlite3/package.json");
    return version;
  } catch (cause) {
    throw sqliteError(
      "SQLITE_UNAVAILABLE",
      "better-sqlite3 is not installed.",
      "Install better-sqlite3, or pass an open database to sqlite(), such as one of node:sqlite.",
      { version: void 0 },
      cause
    );
  }
}

// packages/provider-sqlite/src/database/purge.ts
import { setTimeout as wait2 } from "node:timers/promises";
function createPurge(access, erasure, partials) {
  const { db, patience } = access;
  const mark2 = db.prepare("UPDATE deletions SET marked = marked + 1");
  const read = db.prepare("SELECT marked, purged FROM deletions");
  const done = db.prepare("UPDATE deletions SET purged = max(purged, ?)");
  const checkpoint = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  const state = () => read.get();
  const emptyLog = async () => {
    const start = performance.now();
    for (; ; ) {
      const { busy } = await access.alone(() => checkpoint.get());
      if (busy === 0) return;
      const waited = Math.round(performance.now() - start);
      if (waited >= patience) throw incomplete(waited, "READER");
      await wait2(10);
    }
  };
  const remove = async (marked2) => {
    if (erasure === "rewrite") await access.alone(() => db.exec("VACUUM"));
    await emptyLog();
    await partials.sweep();
    await access.write(() => done.run(marked2));
  };
  const attempt = async (work) => {
    const start = performance.now();
    try {
      await work();
    } catch (error) {
      if (isLamellaError(error, "ERASE_INCOMPLETE")) throw error;
      const { code } = failure(error, 0, db);
      throw incomplete(Math.round(performance.now() - start), code, error);
    }
  };
  const purge = () => attempt(async () => {
    const { marked: marked2, purged } = await access.read(state);
    if (purged < marked2) await remove(marked2);
  });
  let last = Promise.resolve();
  let next;
  return {
    mark: () => mark2.run(),
    log: () => attempt(emptyLog).catch(async (error) => {
      await access.write(() => mark2.run()).catch(() => {
      });
      throw error;
    }),
    isPending: () => {
      const { marked: marked2, purged } = state();
      return purged < marked2;
    },
    run: () => {
      next ??= last.then(() => {
        next = void 0;
        return purge();
      });
      last = next.catch(() => {
      });
      return next;
    }
  };
}
function incomplete(waited, stoppedBy, cause) {
  const why = stoppedBy === "READER" ? `another connection was reading an older state for ${waited} ms` : `${stoppedBy}, see the cause`;
  return sqliteError(
    "ERASE_INCOMPLETE",
    `The change is done, but bytes of deleted data may still be in the database's files: ${why}.`,
    "Remove the cause, and repeat the call, or delete anything, to finish it.",
    { waited, stoppedBy },
    cause
  );
}

// packages/provider-sqlite/src/memory/memory-parts.ts
function createMemoryParts(access, purge, vectors) {
  const { db } = access;
  const owners = createOwners(db);
  const entries = createEntries(db);
  const index2 = createWordIndex(db, "entry");
  return {
    ...{ access, purge, owners, entries, keep: createKeepEntry(access, owners, entries, index2, vectors) },
    remove: (rows) => {
      const [only2] = rows;
      const known = rows.length === 1 && only2 ? readableEntry(only2) : void 0;
      index2.remove(
        rows.map(({ id: id2 }) => id2),
        only2 && known && wordsOf(indexedEntry(only2.id, known).counted)
      );
      for (const { id: id2 } of rows) entries.remove(id2);
      if (rows.length > 0) purge.mark();
    }
  };
}
function mustBeAt3(id2, row, expected) {
  const actual = row?.revision ?? 0;
  if (expected !== void 0 && expected !== actual) throw memoryConflict(id2, expected, actual);
}

// packages/provider-sqlite/src/memory/delete.ts
function createDelete2({ access, purge, entries, remove }) {
  return async (scope20, id2, options3) => {
    const owner = ownerOf(scope20);
    const sort = sortKey(checkId("id", id2));
    const { expectedRevision } = checkChange(options3);
    const found = await access.write(() => {
      const row = entries.find(owner, sort);
      mustBeAt3(id2, row, expectedRevision);
      if (row) remove([row]);
      return row !== void 0;
    });
    await purge.run();
    return found;
  };
}

// packages/provider-sqlite/src/memory/erase.ts
function createErase2({ access, purge, owners, entries, remove }) {
  return async (scope20) => {
    const owner = ownerOf(scope20);
    const erased = await access.write(() => {
      const ids2 = owners.within(owner);
      const rows = ids2.flatMap((id2) => entries.allOf(id2));
      remove(rows);
      if (owners.forget(ids2)) purge.mark();
      return rows.length;
    });
    await purge.run();
    return erased;
  };
}

// packages/provider-sqlite/src/memory/get.ts
function createGet2({ access, entries }) {
  return async (scope20, id2) => {
    const owner = ownerOf(scope20);
    const sort = sortKey(checkId("id", id2));
    const row = await access.read(() => entries.find(owner, sort));
    return row && storedEntry(row);
  };
}

// packages/provider-sqlite/src/memory/list.ts
var step4 = 500;
function createList2({ access, entries }) {
  return async (scope20, request) => {
    const owner = ownerOf(scope20);
    const { after: after2, limit: limit2 } = checkList(request);
    const isMeant3 = memoryFilter(request?.filter);
    return access.read(() => {
      const found = [];
      for (let behind = sortKey(after2 ?? ""); ; ) {
        const rows = entries.list(owner, behind, Math.min(step4, limit2 + 1));
        for (const row of rows) {
          const stored = storedEntry(row);
          if (!isMeant3(stored)) continue;
          if (found.length === limit2) return { entries: found, more: true };
          found.push(stored);
        }
        const last = rows.at(-1);
        if (last === void 0) return { entries: found, more: false };
        behind = last.sort;
      }
    });
  };
}

// packages/provider-sqlite/src/memory/put.ts
function createPut({ keep }) {
  return async (scope20, entry, options3) => {
    const owner = ownerOf(scope20);
    const checked = checkMemory(entry);
    const { expectedRevision, at: at6 } = checkChange(options3);
    return keep(owner, checked, (before2) => {
      mustBeAt3(checked.id, before2, expectedRevision);
      return {
        revision: (before2?.revision ?? 0) + 1,
        createdAt: before2?.created_at ?? toKept(at6),
        updatedAt: toKept(at6) ?? before2?.updated_at ?? null
      };
    });
  };
}

// packages/provider-sqlite/src/memory/restore.ts
function createRestore({ keep }) {
  return async (scope20, entry) => {
    const owner = ownerOf(scope20);
    const { revision, createdAt, updatedAt, ...checked } = checkStored(entry);
    return keep(owner, checked, (before2) => {
      mustBeAt3(checked.id, before2, 0);
      return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) };
    });
  };
}

// packages/provider-sqlite/src/memory/search.ts
function createSearch2(search) {
  return async (scope20, request) => search(ownerOf(scope20), request);
}

// packages/provider-sqlite/src/memory/memory-store.ts
function createMemories(access, purge, search, vectors, close) {
  const parts4 = createMemoryParts(access, purge, vectors);
  return {
    spec: 1,
    put: createPut(parts4),
    get: createGet2(parts4),
    list: createList2(parts4),
    delete: createDelete2(parts4),
    search: createSearch2(search),
    restore: createRestore(parts4),
    erase: createErase2(parts4),
    close
  };
}

// packages/provider-sqlite/src/memory/search-entries.ts
function createSearchEntries(access, words3, vectors, settings2) {
  const { byIds } = createEntries(access.db);
  return createSearchRows(access, vectors, settings2, {
    words: words3,
    byIds,
    read: readableEntry,
    dateOf: ({ date: date2 }) => date2,
    importanceOf: ({ importance }) => importance,
    meant: memoryFilter
  });
}
function textsOfEntries(access) {
  const waiting = access.db.prepare(`
    SELECT e.id, e.owner, e.json FROM entries e
    LEFT JOIN entry_vectors v ON v.embedder = ? AND v.owner = e.owner AND v.item = e.id
    WHERE e.owner = ? AND e.id > ? AND v.item IS NULL ORDER BY e.id LIMIT 1000
  `);
  const one2 = access.db.prepare("SELECT json FROM entries WHERE id = ?");
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind).map(({ id: id2, owner: own2, json: json6 }) => ({ id: id2, owner: own2, text: textOf(json6) })),
    textOf: (id2) => {
      const row = one2.get(id2);
      return row && textOf(row.json);
    }
  };
}
function textOf(json6) {
  try {
    return JSON.parse(json6).text;
  } catch {
    return "";
  }
}

// packages/provider-sqlite/src/options.ts
function mustBeDatabase(database) {
  const isPath = typeof database === "string" && /^\S(.*\S)?$/s.test(database) && !database.includes("\0");
  const methods = ["exec", "prepare", "close"];
  if (isPath || isObject(database) && methods.every((name) => typeof database[name] === "function")) return;
  throw new LamellaError({
    code: "OPTION_INVALID",
    what: "The database given to sqlite is neither a path nor an open database.",
    fix: "Pass a file path without spaces around it, ':memory:', or a database of better-sqlite3 or node:sqlite.",
    details: { what: "sqlite", option: "database" }
  });
}
var checks = {
  synchronous: mustBeOneOf(["full", "normal"]),
  busyTimeout: mustBeWhole(0),
  erasure: mustBeOneOf(["rewrite", "overwrite"]),
  embedder: mustBeEmbedder,
  embed: mustBeOneOf(["memory", "all"]),
  vectorWeight: mustBeNumber(0, 1),
  speaker: mustBeFunction,
  conversation: () => void 0,
  onNotice: mustBeFunction
};
function settingsOf(options3) {
  const {
    synchronous = "full",
    busyTimeout = 1e4,
    erasure = "rewrite",
    embedder,
    embed = "memory",
    vectorWeight: vectorWeight2 = 0.25,
    speaker = () => void 0,
    conversation,
    onNotice: tell = () => {
    }
  } = checkOptions("sqlite", options3, checks);
  return {
    ...{ synchronous, busyTimeout, erasure, embedder, embed, vectorWeight: vectorWeight2, speaker, tell },
    conversation: storeConversation("sqlite", conversation)
  };
}

// packages/provider-sqlite/src/search/index-message.ts
function createIndexMessage(speaker) {
  return ({ key, json: json6, at: at6 }) => {
    const found = readable(json6);
    const counted = storeTerms().count({
      text: found?.text ?? "",
      speaker: found && nameOf(speaker, found.message),
      date: found && at6 !== null ? dateWords(at6) : void 0
    });
    return { id: key, group: placeOf2(key).session, counted };
  };
}
function readable(json6) {
  try {
    const message = JSON.parse(json6);
    return { message, text: messageText(message) };
  } catch {
    return void 0;
  }
}
function nameOf(speaker, message) {
  try {
    return String(speaker(message) ?? "");
  } catch (cause) {
    throw sqliteError(
      "SPEAKER_FAILED",
      "The speaker of a message could not be determined.",
      "See the cause.",
      {},
      cause
    );
  }
}

// packages/provider-sqlite/src/search/strengths.ts
function createStrengths(words3) {
  const groupOf2 = (owner, { kind, ids: ids2 }) => {
    const chunks = words3[kind].chunksOf(owner);
    let [count3, terms] = [0, 0];
    for (const { texts } of chunks) {
      for (const [place, id2] of texts.ids.entries()) {
        if (id2 < 0) continue;
        count3++;
        terms += texts.lengths[place * partNames.length];
      }
    }
    return { ids: ids2, extent: { count: count3, terms }, holdersOf: (term) => chunks.flatMap((chunk) => holdersIn(chunk, term)) };
  };
  return (owner, asked, groups) => strengthsOf(
    asked,
    groups.map((group) => groupOf2(owner, group))
  );
}
function holdersIn({ texts, word }, term) {
  const postings = word(term);
  if (postings === void 0) return [];
  const around = new Map(Array.from(postings.known, (index2, i2) => [index2, postings.around[i2] / unit]));
  return Array.from(postings.places, (place, i2) => ({
    id: texts.ids[place],
    length: texts.lengths[place * partNames.length],
    said: postings.said[i2],
    around: around.get(i2) ?? 0
  }));
}

// packages/provider-sqlite/src/search/search-all.ts
var kinds3 = { messages: "message", memory: "entry", blocks: "block" };
function createSearchAll(access, searches4, weight) {
  const owners = createOwners(access.db);
  const strengthsOf2 = createStrengths(searches4.words);
  return async (scope20, request) => {
    const owner = ownerOf(scope20);
    const plan = planSearchAll(request, searches4.messagesHaveVectors);
    const { contents, each: each2, session, query, mode } = plan;
    const sort = session === void 0 ? void 0 : sortKey(session);
    const parts4 = await Promise.all(
      contents.map(async (content2) => ({
        content: content2,
        found: content2 === "messages" ? await searches4.messages(owner, each2, sort) : await searches4[content2](owner, each2)
      }))
    );
    const shares = await access.read(() => {
      const id2 = owners.find(owner);
      if (id2 === void 0 || mode === "vector") return [];
      const groups = parts4.map(({ content: content2, found }) => ({ kind: kinds3[content2], ids: found.map((one2) => one2.id) }));
      return strengthsOf2(id2, storeTerms().asked(query), groups);
    });
    return joinContents(
      plan,
      parts4.map((part, index2) => ({ ...part, shares: shares[index2] })),
      weight,
      storeTerms().of
    );
  };
}

// packages/provider-sqlite/src/search/tail.ts
var mostWaiting = 64;
var mostWaitingSize = 1e5;
var mostOwners = 100;
function createTailOf(db, weights, index2) {
  const list2 = db.prepare(`
    SELECT json_group_array(key) AS keys FROM (
      SELECT m.key FROM sessions s JOIN messages m
        ON m.key >= s.id * 100000000 + s.indexed AND m.key < (s.id + 1) * 100000000
      WHERE s.owner = ? AND s.waiting = 1 ORDER BY m.key)
  `);
  const read = db.prepare("SELECT key, at, json FROM messages WHERE key = ?");
  const known = /* @__PURE__ */ new Map();
  let tails = 0;
  return (owner) => {
    const text2 = list2.get(owner).keys;
    const keys2 = JSON.parse(text2);
    if (keys2.length === 0) {
      known.delete(owner);
      return void 0;
    }
    let tail = known.get(owner);
    if (tail === void 0 || !tail.keys.every((key, i2) => key === keys2[i2])) tail = createTail(++tails, weights, index2);
    for (const key of keys2.slice(tail.keys.length)) tail.add(read.get(key));
    if (known.size >= mostOwners) known.clear();
    known.set(owner, tail);
    return tail;
  };
}
function createTail(serial, weights, index2) {
  const keys2 = [];
  const texts = { ids: [], groups: [], lengths: [] };
  const words3 = /* @__PURE__ */ new Map();
  return {
    keys: keys2,
    get stand() {
      return `${serial}.${keys2.length}`;
    },
    chunk: {
      texts,
      word: (term) => {
        const bytes2 = words3.get(term);
        return bytes2 && weighPostings(Uint8Array.from(bytes2), weights);
      }
    },
    add: (row) => {
      const { id: id2, group, counted } = index2(row);
      eachTerm(counted, (term, counts) => {
        const bytes2 = words3.get(term) ?? [];
        words3.set(term, bytes2);
        putPosting(bytes2, keys2.length, counts);
      });
      keys2.push(id2);
      texts.ids.push(id2);
      texts.groups.push(group);
      texts.lengths.push(...counted.lengths);
    }
  };
}

// packages/provider-sqlite/src/search/message-index.ts
var most4 = 500;
var mostSize = 4e6;
function createCatchUp(access, indexMessage) {
  const { db } = access;
  const index2 = createWordIndex(db, "message");
  const waiting = db.prepare("SELECT id, indexed FROM sessions WHERE owner = ? AND waiting = 1 LIMIT 1");
  const rows = db.prepare("SELECT key, at, json, size FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?");
  const still = db.prepare("SELECT 1 FROM sessions WHERE id = ? AND owner = ? AND indexed = ?");
  const sameText = db.prepare("SELECT 1 FROM messages WHERE key = ? AND json = ?");
  const measure = db.prepare(`
    SELECT count(*) AS count, coalesce(sum(size), 0) AS sum FROM (
      SELECT m.size FROM sessions s JOIN messages m
        ON m.key >= s.id * 100000000 + s.indexed AND m.key < (s.id + 1) * 100000000
      WHERE s.owner = ? AND s.waiting = 1 LIMIT ${mostWaiting + 1})
  `);
  const done = db.prepare(`
    UPDATE sessions SET indexed = ?, waiting = EXISTS (SELECT 1 FROM messages WHERE key >= ? AND key < ?) WHERE id = ?
  `);
  const read = (owner) => {
    const session = waiting.get(owner);
    if (session === void 0) return void 0;
    const { behind } = keysOf(session.id);
    const all2 = rows.all(keyOf(session.id, session.indexed), behind, most4);
    let [size, end] = [0, 0];
    while (end < all2.length && (end === 0 || size < mostSize)) size += all2[end++]?.size ?? 0;
    return { session, part: all2.slice(0, end) };
  };
  const isTail = (owner) => {
    const { count: count3, sum: sum2 } = measure.get(owner);
    return count3 <= mostWaiting && sum2 <= mostWaitingSize;
  };
  return async (owner, all2, signal) => {
    let isLeft = !all2;
    for (; ; ) {
      throwIfAborted(signal, "The search");
      const found = await access.read(() => isLeft && isTail(owner) ? void 0 : read(owner));
      isLeft = false;
      if (found === void 0) return;
      const { session, part } = found;
      const texts = part.map(indexMessage);
      await access.write(() => {
        const last = part.at(-1);
        if (still.get(session.id, owner, session.indexed) === void 0) return;
        if (last && sameText.get(last.key, last.json) === void 0) return;
        index2.add(owner, texts);
        const position2 = last ? placeOf2(last.key).position + 1 : session.indexed;
        done.run(position2, keyOf(session.id, position2), keysOf(session.id).behind, session.id);
      });
    }
  };
}

// packages/provider-sqlite/src/search/search-messages.ts
function createSearchMessages(access, words3, vectors, indexMessage, { vectorWeight: vectorWeight2, tell }) {
  const { db } = access;
  const owners = createOwners(db);
  const heads = createHeads(db);
  const catchUp = createCatchUp(access, indexMessage);
  const load = db.prepare(`
    SELECT m.key, m.at, m.json, s.name FROM messages m JOIN sessions s ON s.id = m.key / 100000000
    WHERE m.key IN (SELECT value FROM json_each(?))
  `);
  const search = createSearch(
    access,
    owners,
    {
      score: words3.score,
      load: (ids2) => new Map(load.all(JSON.stringify(ids2)).flatMap(findable))
    },
    vectors,
    vectorWeight2,
    tell
  );
  return async (owner, request, session) => {
    const checked = checkSearch(request, vectors ? ["keyword", "vector", "hybrid"] : ["keyword"]);
    const isMeant3 = messageFilter(request.filter);
    const id2 = await access.read(() => owners.find(owner));
    if (id2 === void 0) return [];
    await catchUp(id2, vectors !== void 0 && checked.mode !== "keyword", checked.signal);
    const numbers2 = session && (() => {
      const { first, behind } = keysOf(heads.find(owner, session)?.id ?? -1);
      return (key) => key >= first && key < behind;
    });
    return search(owner, checked, {
      numbers: numbers2,
      item: ({ date: date2 }) => isMeant3(date2 === void 0 ? {} : { at: date2 })
    });
  };
}
function textsOfMessages(access) {
  const waiting = access.db.prepare(`
    SELECT t.id, s.owner, m.json FROM sessions s
    JOIN indexed_texts t ON t.kind = ${kindNumbers.message} AND t.id >= s.id * 100000000 AND t.id < (s.id + 1) * 100000000
    JOIN messages m ON m.key = t.id
    LEFT JOIN message_vectors v ON v.embedder = ? AND v.owner = s.owner AND v.item = t.id
    WHERE s.owner = ? AND t.id > ? AND v.item IS NULL ORDER BY t.id LIMIT 1000
  `);
  const one2 = access.db.prepare("SELECT json FROM messages WHERE key = ?");
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind).map(({ json: json6, ...item }) => ({ ...item, text: textOf2(json6) })),
    textOf: (key) => {
      const row = one2.get(key);
      return row && textOf2(row.json);
    }
  };
}
function textOf2(json6) {
  try {
    return messageText(JSON.parse(json6));
  } catch {
    return "";
  }
}
function findable({ key, at: at6, json: json6, name }) {
  try {
    const message = JSON.parse(json6);
    const { position: position2 } = placeOf2(key);
    const time = at6 === null ? void 0 : fromKept(at6);
    const found = { session: name, position: position2, message };
    const date2 = time !== void 0 && /^\d{4}-/.test(time) ? time : void 0;
    const item = () => time === void 0 ? found : { ...found, at: time };
    return [[key, { date: date2, text: messageText(message), item }]];
  } catch {
    return [];
  }
}

// packages/provider-sqlite/src/search/known-chunks.ts
var mostKept = 32e6;
var textSize = 64;
var wordSize = 200;
var postingSize = 4;
function createReadChunks(db, kind, weights) {
  const list2 = db.prepare("SELECT id, version, places FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id");
  const texts = db.prepare("SELECT substr(texts, ?) AS bytes FROM word_chunks WHERE id = ?");
  const postings = db.prepare("SELECT substr(postings, ?) AS bytes FROM words WHERE chunk = ? AND term = ?");
  const known = /* @__PURE__ */ new Map();
  let kept4 = 0;
  const read = ({ id: id2, version, places: places2 }) => {
    const before2 = known.get(id2);
    if (before2?.version === version && before2.places === places2) return before2;
    const same2 = before2?.version === version ? before2 : void 0;
    const { bytes: bytes2 } = texts.get((same2?.bytes ?? 0) + 1, id2);
    const added3 = readTexts(bytes2);
    const chunk = {
      ...{ version, places: places2, bytes: (same2?.bytes ?? 0) + bytes2.length, words: same2?.words ?? /* @__PURE__ */ new Map() },
      texts: same2 === void 0 ? added3 : joined(same2.texts, added3)
    };
    known.set(id2, chunk);
    kept4 += textSize * added3.ids.length;
    return chunk;
  };
  const wordIn = (id2, chunk, term) => {
    const before2 = chunk.words.get(term);
    if (before2?.places === chunk.places) return before2.postings;
    const start = before2?.bytes ?? 0;
    const row = postings.get(start + 1, id2, term);
    const added3 = row === void 0 || row.bytes.length === 0 ? void 0 : weighPostings(row.bytes, weights);
    const all2 = before2?.postings && added3 ? joinPostings(before2.postings, added3) : added3 ?? before2?.postings;
    chunk.words.set(term, { bytes: start + (row?.bytes.length ?? 0), places: chunk.places, postings: all2 });
    kept4 += (before2 ? 0 : wordSize) + postingSize * (added3?.places.length ?? 0);
    return all2;
  };
  return (owner) => {
    if (kept4 > mostKept) {
      known.clear();
      kept4 = 0;
    }
    const rows = list2.all(owner, kindNumbers[kind]);
    const chunks = rows.map((row) => {
      const chunk = read(row);
      return { texts: chunk.texts, word: (term) => wordIn(row.id, chunk, term) };
    });
    return { stand: rows.map(({ id: id2, version, places: places2 }) => `${id2}.${version}.${places2}`).join(), chunks };
  };
}
function joined(first, later2) {
  return {
    ids: [...first.ids, ...later2.ids],
    groups: [...first.groups, ...later2.groups],
    lengths: [...first.lengths, ...later2.lengths]
  };
}

// packages/provider-sqlite/src/search/word-search.ts
var mostOwners2 = 1e3;
var mostTexts = 5e5;
function createWordSearch(db, kind, weights, tailOf = () => void 0) {
  const read = createReadChunks(db, kind, weights);
  const known = /* @__PURE__ */ new Map();
  let kept4 = 0;
  const remember = (owner, entry) => {
    kept4 += entry.collection.size - (known.get(owner)?.collection.size ?? 0);
    known.set(owner, entry);
    if (known.size <= mostOwners2 && kept4 <= mostTexts) return;
    known.clear();
    kept4 = 0;
  };
  const scoreIn = (collection, chunks, asked) => scoreCollection(asked, collection, (term) => chunks.map((chunk) => chunk.word(term)), weights);
  const withTail = (chunks, tail) => tail === void 0 ? chunks : [...chunks, tail.chunk];
  return {
    score: (owner, asked) => {
      const [{ stand: indexed2, chunks: own2 }, tail] = [read(owner), tailOf(owner)];
      const chunks = withTail(own2, tail);
      const stand = `${indexed2} ${tail?.stand ?? ""}`;
      let found = known.get(owner);
      if (found?.stand !== stand) {
        found = {
          stand,
          collection: collectTexts(
            chunks.map(({ texts }) => texts),
            weights
          )
        };
        remember(owner, found);
      }
      return scoreIn(found.collection, chunks, asked);
    },
    scoreSome: (owners, ids2, asked) => {
      const chunks = owners.flatMap((owner) => read(owner).chunks);
      const collection = collectTexts(
        chunks.map(({ texts }) => texts),
        weights,
        (id2) => ids2.has(id2)
      );
      return scoreIn(collection, chunks, asked);
    },
    chunksOf: (owner) => withTail(read(owner).chunks, tailOf(owner))
  };
}

// packages/provider-sqlite/src/sessions/append-next.ts
var most5 = 1e3;
function createAppendNext(access) {
  const first = access.db.prepare(`
    INSERT OR IGNORE INTO messages (key, revision, size_before, size, at, changed_at, json)
    VALUES (?, (
      SELECT last.revision + 1 FROM sessions s CROSS JOIN messages last
      WHERE s.id = ? AND s.changed_revision <= last.revision AND s.waiting = 1 AND last.key = ? AND last.revision = ?
    ), ?, ?, ?, ?, ?)
  `);
  const other5 = access.db.prepare(
    "INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const ends2 = createBoundedMap(most5);
  const add2 = (name, texts, { expectedRevision, times }) => {
    const end = ends2.get(name);
    if (end === void 0 || !end.isDated && times.some((time2) => time2 !== void 0)) return void 0;
    if (expectedRevision !== void 0 && expectedRevision !== end.revision) return void 0;
    const { id: id2, length: start } = end;
    const revision = end.revision + 1;
    const length = start + texts.length;
    const time = toKept(times[0]);
    let changed = time ?? end.changed;
    mustHaveRoom(id2, length);
    const key = keyOf(id2, start);
    const text2 = texts[0];
    const done = first.run(key, id2, key - 1, end.revision, end.size, text2.length, time, changed, text2);
    if (Number(done.changes) === 0) return void 0;
    let size = end.size + text2.length;
    for (let index2 = 1; index2 < texts.length; index2++) {
      const next = texts[index2];
      const at6 = toKept(times[index2]);
      changed = at6 ?? changed;
      other5.run(key + index2, revision, size, next.length, at6, changed, next);
      size += next.length;
    }
    ends2.set(name, { id: id2, revision, length, size, changed, isDated: end.isDated });
    return { revision, start, length, repeated: false };
  };
  return {
    append: (session, texts, change) => {
      const name = nameOf2(session);
      if (texts.length === 0 || change.operation !== void 0 || ends2.get(name) === void 0) return void 0;
      return access.write(() => add2(name, texts, change));
    },
    learn: (session, end) => ends2.set(nameOf2(session), end)
  };
}
function nameOf2({ owner: { tenant, user, agent }, name }) {
  return `${tenant.length} ${user.length} ${agent.length} ${tenant}${user}${agent}${name}`;
}

// packages/provider-sqlite/src/sessions/session-key.ts
function sessionKey(scope20, session, what = "session") {
  const owner = ownerOf(scope20);
  const name = checkId(what, session);
  return { owner, name, sort: sortKey(name) };
}

// packages/provider-sqlite/src/sessions/append.ts
function createAppend2({ access, owners, heads, operations }) {
  const next = createAppendNext(access);
  const append = createAppendTexts(access.db, owners, heads, operations, next);
  return async (scope20, session, added3, options3) => {
    const key = sessionKey(scope20, session);
    const texts = messageTexts(added3);
    const change = checkAppend(options3, texts.length);
    return await next.append(key, texts, change) ?? access.write(() => append(key, texts, change));
  };
}

// packages/provider-sqlite/src/sessions/read-together.ts
var most6 = 1e3;
function createReadTogether(db) {
  const read = db.prepare(`
    SELECT json_group_array(key) AS keys, json_group_array(size_before) AS sizes, json_group_array(at) AS times,
      group_concat(json) AS messages
    FROM (SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key)
  `);
  return (first, behind) => {
    if (behind - first > most6) return void 0;
    try {
      return messagesOf(read.get(first, behind));
    } catch {
      return void 0;
    }
  };
}
function messagesOf(columns2) {
  const keys2 = JSON.parse(columns2.keys);
  const sizes = JSON.parse(columns2.sizes);
  const times = JSON.parse(columns2.times);
  const messages = JSON.parse(`[${columns2.messages ?? ""}]`);
  if (messages.length !== keys2.length) return void 0;
  return keys2.map(
    (key, index2) => storedMessage(placeOf2(key).position, sizes[index2], times[index2] ?? null, messages[index2])
  );
}
function storedMessage(position2, sizeBefore, at6, message) {
  return at6 === null ? { position: position2, message, sizeBefore } : { position: position2, message, sizeBefore, at: fromKept(at6) };
}

// packages/provider-sqlite/src/sessions/read-messages.ts
var step5 = 64;
function createReadMessages(db) {
  const together = createReadTogether(db);
  const rows = db.prepare("SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key");
  const sizes = db.prepare(
    "SELECT size_before, size FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT ?"
  );
  return {
    range: (session, start, end) => {
      const [first, behind] = [keyOf(session, start), keyOf(session, end)];
      const messages = together(first, behind);
      return messages ? { messages, damaged: [] } : oneByOne(rows.all(first, behind));
    },
    startOfPage: (session, end, most7, size) => {
      const least2 = Math.max(0, end - most7);
      if (size === Number.POSITIVE_INFINITY) return least2;
      let start = end;
      let total;
      while (start > least2) {
        const limit2 = Math.min(step5, start - least2);
        const rows2 = sizes.all(keyOf(session, least2), keyOf(session, start), limit2);
        for (const row of rows2) {
          total ??= row.size_before + row.size;
          if (start < end && total - row.size_before > size) return start;
          start--;
        }
        if (rows2.length < limit2) return start;
      }
      return start;
    }
  };
}
function oneByOne(rows) {
  const messages = [];
  const damaged4 = [];
  for (const row of rows) {
    const { position: position2 } = placeOf2(row.key);
    try {
      messages.push(storedMessage(position2, row.size_before, row.at, JSON.parse(row.json)));
    } catch {
      damaged4.push(position2);
    }
  }
  return { messages, damaged: damaged4 };
}

// packages/provider-sqlite/src/sessions/session-remover.ts
function createSessionRemover(db, purge) {
  const index2 = createWordIndex(db, "message");
  const indexed2 = db.prepare(`
    SELECT json_group_array(id) AS ids FROM indexed_texts WHERE kind = ${kindNumbers.message} AND id >= ? AND id < ?
  `);
  const derived = [
    db.prepare("DELETE FROM message_vectors WHERE item >= ? AND item < ?"),
    db.prepare("DELETE FROM messages WHERE key >= ? AND key < ?")
  ];
  const remove = db.prepare("DELETE FROM sessions WHERE id = ?");
  const sessions2 = db.prepare("SELECT id FROM sessions WHERE owner = ?");
  const removeAll = (ids2) => {
    const ranges = ids2.map(keysOf);
    index2.remove(
      ranges.flatMap(({ first, behind }) => {
        const { ids: keys2 } = indexed2.get(first, behind);
        return JSON.parse(keys2);
      })
    );
    for (const { first, behind } of ranges) for (const statement of derived) statement.run(first, behind);
    for (const id2 of ids2) remove.run(id2);
    if (ids2.length > 0) purge.mark();
  };
  return {
    one: (session) => removeAll([session]),
    allOf: (owner) => {
      const ids2 = sessions2.all(owner).map(({ id: id2 }) => id2);
      removeAll(ids2);
      return ids2.length;
    }
  };
}

// packages/provider-sqlite/src/sessions/session-parts.ts
function createSessionParts(access, purge) {
  const { db } = access;
  const operations = createOperations(db);
  return {
    ...{ access, purge, operations, owners: createOwners(db), heads: createHeads(db) },
    compactions: createCompactionRows(db, operations),
    messages: createReadMessages(db),
    runs: createRunRows(db),
    remover: createSessionRemover(db, purge),
    blobs: createBlobRows(db, purge)
  };
}
function mustFind2({ heads }, { owner, sort, name }) {
  const head = heads.find(owner, sort);
  if (!head) throw sessionMissing(name);
  return head;
}

// packages/provider-sqlite/src/sessions/compact.ts
function createCompact2(parts4) {
  const { access, compactions } = parts4;
  return async (scope20, session, compaction, options3) => {
    const key = sessionKey(scope20, session);
    const change = checkChange(options3);
    return access.write(() => {
      const head = mustFind2(parts4, key);
      return compactions.add(head, checkCompaction(compaction, head.length), change);
    });
  };
}

// packages/provider-sqlite/src/sessions/compactions.ts
function createCompactions(parts4) {
  const { access, heads, compactions } = parts4;
  return async (scope20, session) => {
    const { owner, sort } = sessionKey(scope20, session);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      return head ? compactions.list(head.id) : [];
    });
  };
}

// packages/provider-sqlite/src/sessions/delete.ts
function createDelete3({ access, purge, owners, heads, remover, blobs }) {
  return async (scope20, session) => {
    const { owner, sort } = sessionKey(scope20, session);
    const found = await access.write(() => {
      const head = heads.stand(owner, sort);
      if (head) remover.one(head.id);
      const number = owners.find(owner);
      if (number !== void 0) blobs.removeAll({ owner: number, sort }, null);
      return head !== void 0;
    });
    await purge.run();
    return found;
  };
}

// packages/provider-sqlite/src/sessions/erase.ts
function createErase3({ access, purge, owners, remover, blobs }) {
  return async (scope20) => {
    const owner = ownerOf(scope20);
    const erased = await access.write(() => {
      const ids2 = owners.within(owner);
      const count3 = ids2.reduce((sum2, id2) => sum2 + remover.allOf(id2), 0);
      for (const id2 of ids2) blobs.removeOf(id2);
      if (owners.forget(ids2)) purge.mark();
      return count3;
    });
    await purge.run();
    return erased;
  };
}

// packages/provider-sqlite/src/sessions/export.ts
var step6 = 500;
function createExport(parts4) {
  const { access, heads, operations, compactions } = parts4;
  const { db, read } = access;
  const rows = db.prepare(
    `SELECT key, revision, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ${step6}`
  );
  return async function* (scope20, session) {
    const { owner, sort } = sessionKey(scope20, session);
    const begun = await read(() => {
      const head2 = heads.find(owner, sort);
      if (head2 && compactions.isDamaged(head2.id)) throw damaged(session, "A compaction");
      return head2 && { head: head2, compactions: compactions.list(head2.id), operations: operations.list(head2.id) };
    });
    if (!begun) throw sessionMissing(session);
    const { head } = begun;
    async function* messages() {
      for (let position2 = 0; position2 < head.length; ) {
        const some = await read(() => {
          if (heads.find(owner, sort)?.id !== head.id) throw sessionMissing(session);
          return rows.all(keyOf(head.id, position2), keyOf(head.id, head.length));
        });
        for (const row of some) yield exported(session, position2++, row);
        if (some.length < step6) return;
      }
    }
    yield* writeSessionLines({ ...begun, info: infoOf3(head), messages: messages() });
  };
}
function exported(session, position2, { key, revision, at: at6, json: json6 }) {
  if (placeOf2(key).position !== position2 || !isWritten(json6)) {
    throw damaged(session, `Message ${position2}`);
  }
  return { text: json6, revision, at: at6 === null ? void 0 : fromKept(at6) };
}
function damaged(session, what) {
  return new LamellaError({
    code: "SESSION_DAMAGED",
    what: `${what} of session ${JSON.stringify(session)} differs from what was written.`,
    fix: "Restore a backup, or read the other messages with page(), which leaves it out.",
    details: { session }
  });
}
function isWritten(json6) {
  try {
    return JSON.stringify(JSON.parse(json6)) === json6;
  } catch {
    return false;
  }
}

// packages/provider-sqlite/src/sessions/copy-session.ts
function createCopySession(db, compactions) {
  const make = db.prepare(`
    INSERT INTO sessions (owner, sort, name, changed_revision, forked_from, forked_at, waiting)
    VALUES (?, ?, ?, 1, ?, ?, ?) RETURNING id
  `);
  const copy2 = db.prepare(`
    INSERT INTO messages (key, revision, size_before, size, at, changed_at, json)
    SELECT key + ?, 1, size_before, size, at, NULL, json FROM messages WHERE key >= ? AND key < ? ORDER BY key
  `);
  return (from, into, at6) => {
    const row = make.get(from.owner, into.sort, into.name, from.name, at6, at6 > 0 ? 1 : 0);
    const { id: id2 } = row;
    mustHaveRoom(id2, at6);
    copy2.run(keyOf(id2, 0) - keyOf(from.id, 0), keyOf(from.id, 0), keyOf(from.id, at6));
    compactions.copy(from.id, id2, at6);
    return id2;
  };
}

// packages/provider-sqlite/src/sessions/fork.ts
function createFork(parts4) {
  const { access, heads, compactions, runs: runs2, blobs } = parts4;
  const copy2 = createCopySession(access.db, compactions);
  return async (scope20, session, into, at6) => {
    const [from, to] = [sessionKey(scope20, session), sessionKey(scope20, into, "into")];
    if (at6 !== void 0) checkRange(at6, at6, 0);
    return access.write(() => {
      const head = mustFind2(parts4, from);
      if (heads.find(to.owner, to.sort)) throw sessionExists(into);
      const end = at6 ?? head.length;
      if (end > head.length)
        throw invalid2("at", `is ${end}, after the end of the session with its ${head.length} messages`);
      const id2 = copy2(head, to, end);
      runs2.copy(head.id, id2);
      blobs.copy({ owner: head.owner, sort: from.sort }, { owner: head.owner, sort: to.sort });
      return infoOf3(heads.byId(id2));
    });
  };
}

// packages/provider-sqlite/src/sessions/import.ts
function createImport(parts4) {
  const { access, owners, heads, operations, compactions } = parts4;
  const { db, write } = access;
  const make = db.prepare(`
    INSERT INTO sessions (owner, sort, name, created_at, changed_revision, changed_at, forked_from, forked_at, waiting)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
  `);
  const insert = db.prepare(
    "INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const addMessages = (id2, { info, messages }) => {
    let size = 0;
    for (const [position2, { text: text2, revision, at: at6 }] of messages.entries()) {
      const changed = position2 === messages.length - 1 ? info.updatedAt : at6;
      insert.run(keyOf(id2, position2), revision, size, text2.length, toKept(at6), toKept(changed), text2);
      size += text2.length;
    }
  };
  const addOperations = (id2, { changes }) => {
    for (const { operation: name, revision, start, length, compaction } of changes) {
      if (name === void 0) continue;
      operations.add(id2, { name, kind: compaction ? "compact" : "append", revision, start, length });
    }
  };
  return async (scope20, lines, options3) => {
    const session = checkImport(options3);
    ownerOf(scope20);
    const exported2 = await readSessionLines(lines);
    const { info, messages } = exported2;
    const { owner, sort, name } = sessionKey(scope20, session ?? info.id);
    return write(() => {
      if (heads.find(owner, sort)) throw sessionExists(name);
      const isAppend = messages.at(-1)?.revision === info.revision;
      const row = make.get(
        owners.make(owner),
        sort,
        name,
        toKept(info.createdAt),
        isAppend ? 0 : info.revision,
        isAppend ? null : toKept(info.updatedAt),
        info.forkedFrom?.session ?? null,
        info.forkedFrom?.at ?? null,
        messages.length > 0 ? 1 : 0
      );
      const { id: id2 } = row;
      mustHaveRoom(id2, messages.length);
      addMessages(id2, exported2);
      for (const compaction of exported2.compactions) compactions.restore(id2, compaction);
      addOperations(id2, exported2);
      return infoOf3(heads.byId(id2));
    });
  };
}

// packages/provider-sqlite/src/sessions/info.ts
function createInfo({ access, heads }) {
  return async (scope20, session) => {
    const { owner, sort } = sessionKey(scope20, session);
    const head = await access.read(() => heads.find(owner, sort));
    return head && infoOf3(head);
  };
}

// packages/provider-sqlite/src/sessions/list.ts
function createList3({ access, heads }) {
  return async (scope20, request) => {
    const owner = ownerOf(scope20);
    const { after: after2, limit: limit2 } = checkList(request);
    const most7 = limit2 === Number.POSITIVE_INFINITY ? -1 : limit2 + 1;
    const found = await access.read(() => heads.list(owner, sortKey(after2 ?? ""), most7));
    const more = found.length > limit2;
    return { sessions: (more ? found.slice(0, -1) : found).map(infoOf3), more };
  };
}

// packages/provider-sqlite/src/sessions/page.ts
function createPage({ access, heads, messages }) {
  return async (scope20, session, request) => {
    const { owner, sort } = sessionKey(scope20, session);
    const limits = checkPage(request);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      if (!head) return { messages: [], start: 0, revision: 0, length: 0, notices: [] };
      const before2 = Math.min(limits.before, head.length);
      const start = messages.startOfPage(head.id, before2, limits.messages, limits.size);
      const { messages: read, damaged: damaged4 } = messages.range(head.id, start, before2);
      const notices = damaged4.map((position2) => unreadable(session, position2));
      return { messages: read, start, revision: head.revision, length: head.length, notices };
    });
  };
}
function unreadable(session, position2) {
  return notice("MESSAGE_UNREADABLE", `Message ${position2} is no longer valid JSON and was left out.`, session);
}

// packages/provider-sqlite/src/sessions/read.ts
function createRead2({ access, heads, messages }) {
  return async (scope20, session, start, end) => {
    const { owner, sort } = sessionKey(scope20, session);
    checkRange(start, end, 0);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      if (!head) return [];
      const range = checkRange(start, end, head.length);
      const found = messages.range(head.id, range.start, range.end);
      const [lost] = found.damaged;
      if (lost !== void 0) throw damaged2(session, lost);
      return found.messages;
    });
  };
}
function damaged2(session, position2) {
  return new LamellaError({
    code: "SESSION_DAMAGED",
    what: `Message ${position2} of session ${JSON.stringify(session)} is no longer valid JSON.`,
    fix: "Restore a backup, or read the other messages with page(), which leaves it out.",
    details: { session }
  });
}

// packages/provider-sqlite/src/sessions/read-run.ts
function createReadRun({ access, heads, runs: runs2 }) {
  return async (scope20, session) => {
    const { owner, sort } = sessionKey(scope20, session);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      return head && runs2.find(head.id);
    });
  };
}

// packages/provider-sqlite/src/sessions/search.ts
function createSearch3(search) {
  return async (scope20, request, session) => search(ownerOf(scope20), request, session === void 0 ? void 0 : sessionKey(scope20, session).sort);
}

// packages/provider-sqlite/src/sessions/verify.ts
function createVerify({ access, heads, compactions, runs: runs2 }) {
  const verify = createVerifySession(access.db, compactions, runs2);
  return async (scope20, session) => {
    const { owner, sort } = sessionKey(scope20, session);
    return access.read(() => {
      const head = heads.find(owner, sort);
      return head ? verify(head) : [];
    });
  };
}

// packages/provider-sqlite/src/sessions/write-run.ts
function createWriteRun({
  access,
  purge,
  owners,
  heads,
  runs: runs2
}) {
  const { db, write } = access;
  const make = db.prepare("INSERT INTO sessions (owner, sort, name, changed_revision) VALUES (?, ?, ?, 1) RETURNING id");
  return async (scope20, session, run, expectedVersion, { purge: purges = false } = {}) => {
    const { owner, sort, name } = sessionKey(scope20, session);
    const change = checkRunChange(run, expectedVersion);
    const { version, isReplaced } = await write(() => {
      const head = heads.stand(owner, sort);
      const version2 = nextRunVersion(name, change, (head && runs2.find(head.id)?.version) ?? 0);
      const id2 = head?.id ?? make.get(owners.make(owner), sort, name).id;
      mustHaveRoom(id2, 0);
      return { version: version2, isReplaced: runs2.put(id2, { version: version2, text: change.text }) };
    });
    if (isReplaced && purges) await purge.log();
    return version;
  };
}

// packages/provider-sqlite/src/sessions/session-store.ts
function createSessions(access, purge, search, close) {
  const parts4 = createSessionParts(access, purge);
  return {
    spec: 1,
    append: createAppend2(parts4),
    info: createInfo(parts4),
    page: createPage(parts4),
    read: createRead2(parts4),
    list: createList3(parts4),
    delete: createDelete3(parts4),
    fork: createFork(parts4),
    compact: createCompact2(parts4),
    compactions: createCompactions(parts4),
    readRun: createReadRun(parts4),
    writeRun: createWriteRun(parts4),
    search: createSearch3(search),
    export: createExport(parts4),
    import: createImport(parts4),
    erase: createErase3(parts4),
    verify: createVerify(parts4),
    close
  };
}

// packages/provider-sqlite/src/vectors/likeness.ts
var step7 = 500;
function createLikeness(db, table, hasExtension) {
  return hasExtension ? inDatabase(db, table) : inProcess(db, table);
}
async function loadVectorExtension(db) {
  try {
    const { getLoadablePath } = await import("sqlite-vec");
    if (db.loadExtension === void 0) return false;
    db.loadExtension(getLoadablePath());
    db.prepare("SELECT vec_distance_cosine('[1, 0]', '[1, 0]')").get();
    return true;
  } catch {
    return false;
  }
}
function inDatabase(db, table) {
  const compare = db.prepare(`
    SELECT json_group_array(item) AS items, json_group_array(vec_distance_cosine(vector, ?)) AS distances
    FROM ${table} WHERE embedder = ? AND owner = ? AND length(vector) = ?
  `);
  return (embedder, owner, vector) => {
    const bytes2 = bytesOf(vector);
    const row = compare.get(bytes2, embedder, owner, bytes2.length);
    const distances = JSON.parse(row.distances);
    return new Map(
      JSON.parse(row.items).map((item, index2) => [item, 1 - (distances[index2] ?? 1)])
    );
  };
}
function inProcess(db, table) {
  const read = db.prepare(`
    SELECT item, vector FROM ${table} WHERE embedder = ? AND owner = ? AND item > ? AND length(vector) = ?
    ORDER BY item LIMIT ${step7}
  `);
  return (embedder, owner, vector) => {
    const found = /* @__PURE__ */ new Map();
    for (let last = -1; ; ) {
      const rows = read.all(embedder, owner, last, vector.byteLength);
      for (const { item, vector: other5 } of rows) found.set(item, dot(vector, vectorOf(other5)));
      if (rows.length < step7) return found;
      last = rows.at(-1)?.item ?? last;
    }
  };
}

// packages/provider-sqlite/src/vectors/vectors.ts
import { createHash as createHash3 } from "node:crypto";
function embedderNumber(db, { name, dimensions: dimensions2 }) {
  const find = db.prepare("SELECT id, dimensions FROM embedders WHERE name = ?");
  const make = db.prepare("INSERT INTO embedders (name, dimensions) VALUES (?, ?) RETURNING id, dimensions");
  const row = find.get(name) ?? make.get(name, dimensions2);
  if (row.dimensions === dimensions2) return row.id;
  throw sqliteError(
    "EMBEDDER_MISMATCH",
    `The database has vectors of "${name}" with ${row.dimensions} numbers, not ${dimensions2}.`,
    "Give each model its own name: vectors with the same name are compared with each other.",
    { embedder: name, dimensions: dimensions2, kept: row.dimensions }
  );
}
function failedEmbedder({ name }) {
  return (what, cause) => sqliteError(
    "EMBEDDER_FAILED",
    what,
    "See the cause. Nothing is lost: texts without a vector are found by their words, and retried on the next search.",
    { embedder: name },
    cause
  );
}
function createVectors(access, table, texts, embedder, number, hasExtension, tell) {
  const { db } = access;
  const likeness = createLikeness(db, table, hasExtension);
  const known = db.prepare(`SELECT vector FROM ${table} WHERE embedder = ? AND owner = ? AND hash = ? LIMIT 1`);
  const insert = db.prepare(
    `INSERT INTO ${table} (embedder, owner, item, hash, vector) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
  );
  const vectors = createTextVectors(
    {
      waiting: (owner, behind) => access.read(() => texts.waiting(number, owner, behind)),
      known: (items) => access.read(
        () => items.map(({ owner, text: text2 }) => {
          if (text2 === "") return new Uint8Array();
          return known.get(number, owner, hashOf2(text2))?.vector;
        })
      ),
      keep: (items, given) => access.write(() => {
        for (const [index2, { id: id2, owner, text: text2 }] of items.entries()) {
          if (texts.textOf(id2) === text2) insert.run(number, owner, id2, hashOf2(text2), given[index2]);
        }
      })
    },
    embedder,
    failedEmbedder(embedder),
    (what) => tell(notice("EMBEDDING_FAILED", what, embedder.name))
  );
  return { ...vectors, likeness: (owner, vector) => likeness(number, owner, vector) };
}
function hashOf2(text2) {
  return createHash3("sha256").update(text2).digest();
}

// packages/provider-sqlite/src/sqlite.ts
async function sqlite(database, options3 = {}) {
  const settings2 = settingsOf(options3);
  mustBeDatabase(database);
  const isOwn = typeof database === "string";
  const db = isOwn ? openFile(database) : database;
  try {
    const access = await connect(db, settings2.synchronous, settings2.busyTimeout);
    const hasExtension = settings2.embedder !== void 0 && await loadVectorExtension(db);
    const number = settings2.embedder && await embedderIn(access, settings2.embedder);
    const close = closing(isOwn ? db : void 0);
    const partials = createPartials(access);
    await partials.sweep().catch(() => {
    });
    return await access.alone(() => storesOf(access, settings2, { number, hasExtension }, partials, close));
  } catch (error) {
    const reported = failure(error, 0, db);
    if (isOwn) db.close();
    throw reported;
  }
}
function embedderIn(access, embedder) {
  return access.write(() => embedderNumber(access.db, embedder));
}
function storesOf(access, settings2, { number, hasExtension }, partials, close) {
  const { embedder, embed, erasure, conversation, tell } = settings2;
  const purge = createPurge(access, erasure, partials);
  const check2 = createCheck(access, purge);
  const indexMessage = createIndexMessage(settings2.speaker);
  const [ofMessage, ofEntry, ofBlock] = [
    createWordSearch(access.db, "message", conversation, createTailOf(access.db, conversation, indexMessage)),
    createWordSearch(access.db, "entry", conversation),
    createWordSearch(access.db, "block", conversation)
  ];
  const ofQuestion = embedder && rememberQuestion(createEmbed(embedder, failedEmbedder(embedder)).one);
  const vectorsOf2 = (table, texts) => embedder === void 0 || number === void 0 || ofQuestion === void 0 ? void 0 : { ...createVectors(access, table, texts, embedder, number, hasExtension, tell), ofQuestion };
  const ofEntries = vectorsOf2("entry_vectors", textsOfEntries(access));
  const ofMessages = embed === "all" ? vectorsOf2("message_vectors", textsOfMessages(access)) : void 0;
  const ofBlocks = vectorsOf2("block_vectors", textsOfBlocks(access));
  const searches4 = {
    messages: createSearchMessages(access, ofMessage, ofMessages, indexMessage, settings2),
    memory: createSearchEntries(access, ofEntry, ofEntries, settings2),
    blocks: createSearchBlocks(access, ofBlock, ofBlocks, settings2),
    messagesHaveVectors: ofMessages !== void 0,
    words: { message: ofMessage, entry: ofEntry, block: ofBlock }
  };
  return {
    sessions: createSessions(access, purge, hitsOf(searches4.messages), close),
    memory: createMemories(access, purge, hitsOf(searches4.memory), ofEntries, close),
    blocks: createBlocks(
      access,
      purge,
      hitsOf(searches4.blocks),
      createSearchShared(access, ofBlock, ofBlocks, settings2),
      ofBlocks,
      close
    ),
    blobs: createBlobs(access, purge, close),
    search: createSearchAll(access, searches4, settings2.vectorWeight),
    backup: createBackup(access, partials),
    check: check2,
    repair: createRepair(access, purge, check2),
    close
  };
}
function closing(db) {
  let isClosed2 = false;
  return async () => {
    if (isClosed2) return;
    isClosed2 = true;
    db?.close();
  };
}

// packages/testkit/src/kit/rule.ts
import * as fc from "fast-check";

// packages/testkit/src/kit/conformance-error.ts
function isConformanceError(value) {
  return isLamellaError(value, "CONFORMANCE_FAILED");
}
function conformanceError(rule, contract, found) {
  const { expected, seen, cause } = found;
  const details = { rule, expected, seen, contract };
  return new LamellaError({
    code: "CONFORMANCE_FAILED",
    what: `${rule}: expected ${expected}, but saw ${seen}.`,
    fix: `The contract, ${contract[0]}: "${contract[1]}"`,
    details,
    cause
  });
}

// packages/testkit/src/kit/show.ts
var longest4 = 120;
function show(value) {
  if (value instanceof Error) return `${value.name}: ${cutText(value.message, longest4)}`;
  if (value === void 0 || typeof value === "number" || typeof value === "function") return String(value);
  return cutText(json2(value) ?? String(value), longest4);
}
function json2(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return void 0;
  }
}

// packages/testkit/src/kit/rule.ts
function casesOf(rules5, make, options3) {
  let unmade;
  const subjectFor = async ({ code }) => {
    const failedElsewhere = () => unmade !== void 0 && unmade !== code;
    if (failedElsewhere()) throw new Skipped(noSubject(unmade));
    try {
      const subject = await make();
      unmade = void 0;
      return subject;
    } catch (cause) {
      if (failedElsewhere()) throw new Skipped(noSubject(unmade));
      unmade = code;
      const expected = "a subject from the function that creates one";
      throw conformanceError(code, makes, { expected, seen: `a throw: ${show(cause)}`, cause });
    }
  };
  return rules5.map((rule) => ({
    name: rule.name,
    code: rule.code,
    // A rest parameter, because runners such as mocha pass a callback to functions that declare one.
    run: async (...[context]) => {
      try {
        await rule.check(await subjectFor(rule), benchOf(rule, make, options3));
      } catch (thrown) {
        if (!(thrown instanceof Skipped)) throw asConformanceError(rule, thrown);
        await context?.skip?.(thrown.reason);
      }
    }
  }));
}
var makes = [
  "Make",
  "Creates a fresh subject, or returns a shared one: every case requests one or more."
];
function noSubject(code) {
  return `no subject could be created: see ${code}`;
}
var Skipped = class {
  reason;
  constructor(reason) {
    this.reason = reason;
  }
};
function benchOf(rule, make, options3) {
  return {
    options: options3,
    another: async () => await make(),
    fail: (expected, seen) => {
      throw conformanceError(rule.code, rule.contract, { expected, seen });
    },
    skip: (reason) => {
      throw new Skipped(reason);
    },
    forAll: (arbitrary, body) => {
      const { seed = 1, runs: runs2 = 100 } = options3;
      const outcome = fc.check(fc.property(arbitrary, body), { seed, numRuns: runs2 });
      if (outcome.failed) throw outcome.errorInstance;
    },
    forEach: async (arbitrary, body) => {
      const { seed = 1, runs: runs2 = 100 } = options3;
      const outcome = await fc.check(fc.asyncProperty(arbitrary, body), { seed, numRuns: runs2 });
      if (outcome.failed) throw outcome.errorInstance;
    }
  };
}
function asConformanceError(rule, thrown) {
  if (isConformanceError(thrown)) return thrown;
  const found = { expected: "a call that returns", seen: `a throw: ${show(thrown)}`, cause: thrown };
  return conformanceError(rule.code, rule.contract, found);
}

// packages/testkit/src/stores/closing.ts
function closing2(rule) {
  return {
    ...rule,
    check: async (store, bench) => {
      try {
        await rule.check(store, bench);
      } finally {
        await store.close?.().catch(() => {
        });
      }
    }
  };
}

// packages/testkit/src/stores/id-rules.ts
import * as fc3 from "fast-check";

// packages/testkit/src/kit/same.ts
function same(a, b3) {
  return canonical(a) === canonical(b3);
}
function canonical(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof URL) return `URL(${value.href})`;
  if (ArrayBuffer.isView(value)) return `Bytes(${new Uint8Array(value.buffer, value.byteOffset, value.byteLength)})`;
  if (value instanceof ArrayBuffer) return `Bytes(${new Uint8Array(value)})`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).filter(([, field]) => field !== void 0);
  entries.sort(([a], [b3]) => a < b3 ? -1 : 1);
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}

// packages/testkit/src/stores/codes.ts
async function codeOf(call3) {
  try {
    return `${show(await call3())} and no error`;
  } catch (error) {
    return isLamellaError(error) ? error.code : `a throw that is not a LamellaError: ${show(error)}`;
  }
}
async function mustEndWith(bench, code, what, call3) {
  const seen = await codeOf(call3);
  const isRight = code === void 0 ? seen.endsWith("no error") : seen === code;
  if (!isRight) bench.fail(`${code ?? "no error"} for ${what}`, seen);
}

// packages/testkit/src/stores/ids.ts
import * as fc2 from "fast-check";
var hostileIds = [
  ...[
    "telegram_4711",
    "..",
    ".",
    "../../x",
    "/etc/passwd",
    "/",
    "a/b",
    "a\\b",
    "a:b",
    "a",
    "A",
    "a ",
    " a",
    "a.",
    "a.."
  ],
  ...[
    "CON",
    "con",
    "nul.txt",
    "a.jsonl",
    "a.jsonl.tmp",
    "%",
    "%2F",
    "%2f",
    "%252F",
    "_",
    "__",
    "-",
    "--",
    "~",
    "*",
    "?"
  ],
  ...[
    "'",
    '"',
    "`",
    "'; DROP TABLE sessions; --",
    '{"a":1}',
    '["a"]',
    "$&",
    "\0",
    "a\0",
    "a\0b",
    "a\nb",
    "\r\n",
    "	"
  ],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "0", "-0", "null", "undefined", "true", "1e3", "1000"],
  // Composed and decomposed, compatibility forms, letters whose lower case is longer, direction marks, invisible
  // characters.
  ...[
    "\xE9",
    "e\u0301",
    "\uFB01",
    "fi",
    "\u0130",
    "i\u0307",
    "\xDF",
    "SS",
    "ss",
    "\u202Ea",
    "\u200B",
    "\uFEFF",
    "\uFEFFa",
    "\u65E5\u672C",
    "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}",
    "\uFF5E",
    "\uFFFF"
  ],
  ...["x".repeat(512), "X".repeat(512), "\u65E5".repeat(512), "\u{1F600}".repeat(256)]
];
var noIds = [
  ...["", "x".repeat(513), "\uD800", "a\uDC00b", "\uDC00\uD800"],
  ...[void 0, null, 0, 42, true, {}, ["a"], Number.NaN]
];
var noScopes = [
  ...[{}, { user: "ada" }, { tenant: "" }, { tenant: void 0 }, void 0, null].map(
    (scope20) => [scope20, "SCOPE_INVALID"]
  ),
  ...[{ tenant: "a\uD800" }, { tenant: "t", user: "" }, { tenant: "t", agent: 7 }, { tenant: "x".repeat(513) }].map(
    (scope20) => [scope20, "STORE_VALUE_INVALID"]
  )
];
var anyId = fc2.oneof(
  fc2.constantFrom(...hostileIds),
  fc2.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  fc2.string({ unit: "binary", minLength: 1, maxLength: 20 })
);
function newScopes() {
  let next = 0;
  return () => ({ tenant: `tenant ${next++}`, user: "ada" });
}
function alikeOwners(joint) {
  const ab = `a${joint}b`;
  return [
    { tenant: "a" },
    { tenant: ab },
    { tenant: "a", user: "b" },
    { tenant: "a", agent: "b" },
    { tenant: ab, user: "c" },
    { tenant: "a", user: `b${joint}c` },
    { tenant: "a", user: "b", agent: "c" },
    { tenant: "a", agent: `b${joint}c` }
  ];
}

// packages/testkit/src/stores/id-rules.ts
function idRules(shelf) {
  const { thing, rules: rules5 } = shelf;
  return [
    {
      ...rules5.scope,
      name: "refuses a scope without a tenant, or with names that cannot be stored, in every method",
      check: async (store, bench) => {
        for (const [method, call3] of [...shelf.calls(store), ...shelf.scopeCalls(store)]) {
          for (const [scope20, code] of noScopes) {
            await mustEndWith(bench, code, `${method} with the scope ${show(scope20)}`, () => call3(scope20, "a"));
          }
        }
      }
    },
    {
      ...rules5.idsRefused,
      name: "refuses ids that are empty, too long, not text, or contain lone surrogates, in every method",
      check: async (store, bench) => {
        for (const [method, call3] of shelf.calls(store)) {
          for (const id2 of noIds) {
            const what = `${method} with the id ${show(id2)}`;
            await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => call3({ tenant: "acme" }, id2));
          }
        }
      }
    },
    {
      ...rules5.ids,
      name: `stores ${thing} under exactly its id, whatever characters the id contains`,
      check: async (store, bench) => {
        const nextScope = newScopes();
        const check2 = async (ids2) => {
          const scope20 = nextScope();
          for (const [index2, id2] of ids2.entries()) await shelf.put(store, scope20, id2, { text: `text ${index2}` });
          for (const [index2, id2] of ids2.entries()) {
            const texts = await shelf.texts(store, scope20, id2);
            if (!same(texts, [`text ${index2}`])) bench.fail(`"text ${index2}" under ${show(id2)}`, show(texts));
          }
          const { ids: listed } = await shelf.list(store, scope20, { limit: 1e3 });
          const lost = ids2.find((id2) => !listed.includes(id2));
          if (lost !== void 0) bench.fail(`${show(lost)} in the list`, show(listed));
          if (listed.length !== ids2.length) bench.fail(`${ids2.length} ids in the list`, show(listed));
        };
        await check2(hostileIds);
        await bench.forEach(fc3.uniqueArray(anyId, { minLength: 1, maxLength: 6 }), check2);
      }
    },
    {
      ...rules5.owners,
      name: "keeps tenants, users and agents apart, whatever their names",
      check: async (store, bench) => {
        await keepApart(
          shelf,
          store,
          bench,
          hostileIds.map((tenant) => ({ tenant }))
        );
        await keepApart(
          shelf,
          store,
          bench,
          hostileIds.map((user) => ({ tenant: "by user", user }))
        );
        await keepApart(
          shelf,
          store,
          bench,
          hostileIds.map((agent) => ({ tenant: "by agent", agent }))
        );
      }
    }
  ];
}
async function keepApart(shelf, store, bench, owners) {
  for (const [index2, owner] of owners.entries()) await shelf.put(store, owner, "same", { text: `text ${index2}` });
  for (const [index2, owner] of owners.entries()) {
    const texts = await shelf.texts(store, owner, "same");
    if (!same(texts, [`text ${index2}`])) bench.fail(`"text ${index2}" alone for ${show(owner)}`, show(texts));
  }
}

// packages/testkit/src/stores/list-rules.ts
import * as fc4 from "fast-check";
var disordered = ["b", "a", "B", "\xE4", "z", "10", "9", "a b", "a-b", "ab", "\uFF5E", "\u{1F600}", "\uE000", "\uFB01", "_", "~"];
function listRules(shelf) {
  const { rules: rules5 } = shelf;
  return [
    {
      ...rules5.listOrder,
      name: "lists ids in UTF-16 code unit order",
      check: async (store, bench) => {
        const scope20 = { tenant: "acme" };
        for (const id2 of disordered) await shelf.put(store, scope20, id2, { text: "a" });
        const { ids: ids2 } = await shelf.list(store, scope20);
        const wanted = disordered.toSorted();
        if (!same(ids2, wanted)) bench.fail(show(wanted), show(ids2));
      }
    },
    {
      ...rules5.list,
      name: "lists page by page after an id that need not exist, and reports whether there is more",
      check: async (store, bench) => {
        const nextScope = newScopes();
        const nothing2 = await shelf.list(store, nextScope());
        if (!same(nothing2, { ids: [], more: false }))
          bench.fail("an empty list for a scope without data", show(nothing2));
        const plain3 = fc4.string({ unit: fc4.constantFrom("a", "b", "c"), minLength: 1, maxLength: 3 });
        const sample = fc4.tuple(fc4.uniqueArray(plain3, { maxLength: 8 }), fc4.integer({ min: 1, max: 9 }), plain3);
        await shelf.put(store, { tenant: "two" }, "a", { text: "a" });
        await shelf.put(store, { tenant: "two" }, "b", { text: "b" });
        const full4 = await shelf.list(store, { tenant: "two" }, { limit: 2 });
        if (full4.more) bench.fail("no more after two of two", show(full4));
        await bench.forEach(sample, async ([ids2, limit2, after2]) => {
          const scope20 = nextScope();
          for (const id2 of ids2) await shelf.put(store, scope20, id2, { text: "a" });
          const sorted2 = ids2.toSorted();
          const behind = sorted2.filter((id2) => id2 > after2);
          const wanted = { ids: behind.slice(0, limit2), more: behind.length > limit2 };
          const seen = await shelf.list(store, scope20, { after: after2, limit: limit2 });
          if (!same(seen, wanted)) bench.fail(`${show(wanted)} of ${show(sorted2)} after ${show(after2)}`, show(seen));
          const all2 = await shelf.list(store, scope20);
          if (!same(all2, { ids: sorted2, more: false })) bench.fail(`all of ${show(sorted2)}`, show(all2));
        });
      }
    },
    {
      ...rules5.listLimit,
      name: "lists 100 items by default, and refuses invalid limits",
      check: async (store, bench) => {
        const scope20 = { tenant: "acme" };
        for (let index2 = 0; index2 < 101; index2++) await shelf.put(store, scope20, `id ${index2}`, { text: "a" });
        const { ids: ids2, more } = await shelf.list(store, scope20);
        if (ids2.length !== 100 || !more) bench.fail("100 of 101 ids, and more", `${ids2.length}, more: ${more}`);
        for (const limit2 of [0, -1, 1.5, Number.NaN]) {
          const list2 = () => shelf.list(store, scope20, { limit: limit2 });
          await mustEndWith(bench, "STORE_VALUE_INVALID", `list with the limit ${limit2}`, list2);
        }
      }
    }
  ];
}

// packages/testkit/src/stores/owner-rules.ts
import * as fc5 from "fast-check";

// packages/testkit/src/stores/lacking.ts
function lacking(store, ...methods) {
  const missing2 = methods.filter((name) => typeof store[name] !== "function");
  return `the store has no ${missing2.map((name) => `${name}()`).join(" and no ")}`;
}

// packages/testkit/src/stores/owner-rules.ts
var joints = ["/", ":", "|", "\0", ".", "_", "-", " ", '","', "", "%2F", "\n"];
var step8 = fc5.record({
  kind: fc5.constantFrom("put", "put", "put", "put", "delete", "erase"),
  owner: fc5.nat({ max: 7 }),
  id: fc5.constantFrom("a", "b")
});
function ownerRules(shelf) {
  const { thing, rules: rules5 } = shelf;
  return [
    {
      ...rules5.isolation,
      name: "shows each owner only its own data, whatever is written, deleted and erased",
      check: async (store, bench) => {
        let run = 0;
        for (const joint of joints) {
          const owners = alikeOwners(joint).map((owner) => ({ ...owner, tenant: `each${joint}${owner.tenant}` }));
          for (const [index2, owner] of owners.entries()) await shelf.put(store, owner, "a", { text: `launch ${index2}` });
          for (const [index2, owner] of owners.entries()) {
            const texts = await shelf.texts(store, owner, "a");
            if (!same(texts, [`launch ${index2}`])) bench.fail(`"launch ${index2}" alone for ${show(owner)}`, show(texts));
          }
        }
        const sample = fc5.tuple(fc5.constantFrom(...joints), fc5.array(step8, { minLength: 2, maxLength: 12 }));
        await bench.forEach(sample, async ([joint, steps]) => {
          const tag = `run${run++}`;
          const owners = alikeOwners(joint).map((owner) => ({ ...owner, tenant: `${tag}${joint}${owner.tenant}` }));
          const model = owners.map(() => ({ texts: { a: [], b: [] }, found: [] }));
          for (const [index2, { kind, owner: which, id: id2 }] of steps.entries()) {
            const owner = owners[which];
            const own2 = model[which].texts;
            const text2 = `launch ${index2}`;
            if (kind === "put") {
              await shelf.put(store, owner, id2, { text: text2 });
              own2[id2] = shelf.grows ? [...own2[id2], text2] : [text2];
            } else if (kind === "delete") {
              await shelf.delete(store, owner, id2);
              own2[id2] = [];
            } else if (shelf.has(store, "erase")) await shelf.erase(store, owner);
            for (const [place, other5] of owners.entries()) {
              const seen = await view(shelf, store, other5);
              const known = model[place];
              const isErased = kind === "erase" && isInside(other5, owner);
              const wanted = place === which ? { ...known, found: seen.found } : known;
              if (!isErased && !same(seen, wanted)) {
                const what = `after ${kind} of ${show(id2)} for ${show(owner)}`;
                bench.fail(`${canonical(wanted)} for ${show(other5)} ${what}`, canonical(seen));
              }
              model[place] = seen;
            }
          }
        });
      }
    },
    {
      ...rules5.delete,
      name: `deletes ${thing} and no other, and returns whether it existed`,
      check: async (store, { fail }) => {
        const scope20 = { tenant: "acme" };
        const put = (id2, text2) => shelf.put(store, scope20, id2, { text: text2 });
        await put("a", "one");
        await put("ab", "two");
        const said2 = [await shelf.delete(store, scope20, "a"), await shelf.delete(store, scope20, "a")];
        if (!same(said2, [true, false])) fail("true first, false the second time", show(said2));
        const never = await shelf.delete(store, { tenant: "nobody" }, "a");
        if (never) fail("false for a missing item", show(never));
        const left = [await shelf.texts(store, scope20, "a"), await shelf.texts(store, scope20, "ab")];
        if (!same(left, [[], ["two"]])) fail("nothing of the deleted item, and all of the other", show(left));
        const { ids: ids2 } = await shelf.list(store, scope20);
        if (!same(ids2, ["ab"])) fail("only the other item in the list", show(ids2));
        await put("a", "three");
        const anew = await shelf.texts(store, scope20, "a");
        if (!same(anew, ["three"])) fail("no old content in a new item with that id", show(anew));
      }
    },
    {
      ...rules5.erase,
      name: "erases a scope and the narrower scopes in it, nothing else, and returns the number of erased items",
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, "erase")) return skip(lacking(store, "erase"));
        let run = 0;
        for (const scope20 of [{}, { user: "ada" }, { agent: "x" }, { user: "ada", agent: "x" }, { user: "eve" }]) {
          const tenant = `run ${run++}`;
          const erased = { tenant, ...scope20 };
          const owners = [tenant, `${tenant}0`].flatMap(ownersOf);
          for (const owner of owners) await shelf.put(store, owner, "a", { text: "one" });
          await shelf.put(store, { tenant, user: "ada", agent: "x" }, "b", { text: "two" });
          const gone = owners.filter((owner) => isInside(owner, erased));
          const count3 = await shelf.erase(store, erased);
          const wanted = gone.length + (scope20.user === "eve" ? 0 : 1);
          if (count3 !== wanted) fail(`${wanted} erased by ${show(erased)}`, show(count3));
          for (const owner of owners) {
            const left = await shelf.texts(store, owner, "a");
            const shouldBe = gone.includes(owner) ? [] : ["one"];
            if (!same(left, shouldBe))
              fail(`${show(shouldBe)} left of ${show(owner)} by erase of ${show(erased)}`, show(left));
            const { ids: ids2 } = await shelf.list(store, owner);
            if (gone.includes(owner) && ids2.length > 0) fail(`nothing in the list of ${show(owner)}`, show(ids2));
          }
        }
      }
    }
  ];
}
function ownersOf(tenant) {
  const users = [{}, { user: "ada" }, { user: "bob" }];
  const agents = [{}, { agent: "x" }, { agent: "y" }];
  return users.flatMap((user) => agents.map((agent) => ({ tenant, ...user, ...agent })));
}
function isInside(scope20, { tenant, user, agent }) {
  if (scope20.tenant !== tenant) return false;
  return (user === void 0 || scope20.user === user) && (agent === void 0 || scope20.agent === agent);
}
async function view(shelf, store, scope20) {
  const request = { query: "launch", mode: "keyword", limit: 100 };
  const hits = shelf.has(store, "search") ? await shelf.search(store, scope20, request) : [];
  const found = hits.map(({ id: id2, text: text2 }) => `${id2} ${text2}`).toSorted();
  const { ids: ids2 } = await shelf.list(store, scope20);
  const textsOf4 = async (id2) => {
    const texts = await shelf.texts(store, scope20, id2);
    return ids2.includes(id2) === texts.length > 0 ? texts : [...texts, `in the list: ${ids2.includes(id2)}`];
  };
  return { texts: { a: await textsOf4("a"), b: await textsOf4("b") }, found };
}

// packages/testkit/src/stores/store-rules.ts
function storeRules(shelf) {
  const { rules: rules5 } = shelf;
  return [
    {
      ...rules5.capabilities,
      name: "has the optional methods that the option has lists",
      check: (store, { fail, options: { has = [] } }) => {
        for (const method of has) {
          const value = store[method];
          if (typeof value !== "function") fail(`a method ${method}`, show(value));
        }
      }
    },
    {
      ...rules5.large,
      name: "stores a very long text unchanged, and what is added after it",
      check: async (store, { fail, options: { largest: largest2 = 1e6 } }) => {
        const scope20 = { tenant: "acme" };
        const text2 = 'Gr\xF6\xDFe: \u65E5\u672C \u{1F600} "quoted"\n'.repeat(largest2 / 20).slice(0, largest2 - 4).concat(" end");
        await shelf.put(store, scope20, "large", { text: text2 });
        await shelf.put(store, scope20, "small", { text: "small" });
        const [kept4 = ""] = await shelf.texts(store, scope20, "large");
        if (kept4 !== text2) fail(`${text2.length} characters unchanged`, `${kept4.length}: ${show(kept4)}`);
        const small = await shelf.texts(store, scope20, "small");
        if (!same(small, ["small"])) fail("the text that was added after it", show(small));
      }
    },
    {
      ...rules5.close,
      name: "can be closed twice",
      check: async (store, { skip }) => {
        if (!shelf.has(store, "close")) return skip(lacking(store, "close"));
        await shelf.put(store, { tenant: "acme" }, "a", { text: "one" });
        await shelf.close(store);
        await shelf.close(store);
      }
    }
  ];
}

// packages/testkit/src/blob-store/put-rules.ts
import * as fc6 from "fast-check";

// packages/testkit/src/stores/shared-rules.ts
var searchLines = {
  query: ["SearchRequest.query", "Plain language in any script; nothing in it is syntax."],
  limit: ["SearchRequest.limit", "The most entries to return, 1 or more"],
  recency: ["SearchRequest.recency", "Halves an entry's score every `halfLifeDays`, counted back from `now`."],
  diversity: ["SearchRequest.diversity", "how much hits are spread over different things (MMR)"],
  dates: ["MemoryFilter", "ISO 8601 days or instants, both inclusive"]
};

// packages/testkit/src/blob-store/shared-rules.ts
var capability = [
  "SessionStore",
  "Optional methods are capabilities: a store that lacks one does not support it."
];
var refused = [
  "BlobStore",
  "Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id of a session or blob that is not valid."
];
var apart = ["BlobStore", "Whoever knows an id reads it only in a session that has it."];
var lists = [
  "BlobStore.sessions",
  "Lists the sessions of exactly this scope that have blobs, whether or not they exist, in code unit order."
];
var deletes = ["BlobStore.delete", "Takes one blob, or all, from a session, and returns their number."];
var erases = [
  "BlobStore.erase",
  "Removes the blobs of a scope and of narrower scopes, and returns the number of sessions that had some."
];
var keeps = [
  "BlobStore.put",
  "Keeps a content for a session, as durably as the store's settings promise."
];
var closes = ["BlobStore.close", "Closes open resources. Safe to call twice."];
var blobRules = {
  scope: { code: "BLOB_SCOPE", contract: refused },
  idsRefused: { code: "BLOB_IDS_REFUSED", contract: refused },
  ids: { code: "BLOB_IDS", contract: apart },
  owners: { code: "BLOB_OWNERS", contract: apart },
  listOrder: { code: "BLOB_LIST_ORDER", contract: lists },
  list: { code: "BLOB_LIST", contract: lists },
  listLimit: { code: "BLOB_LIST_LIMIT", contract: searchLines.limit },
  isolation: { code: "BLOB_ISOLATION", contract: apart },
  delete: { code: "BLOB_DELETE", contract: deletes },
  erase: { code: "BLOB_ERASE", contract: erases },
  capabilities: { code: "BLOB_CAPABILITIES", contract: capability },
  large: { code: "BLOB_LARGE", contract: keeps },
  close: { code: "BLOB_CLOSE", contract: closes }
};

// packages/testkit/src/blob-store/shelf.ts
var bytesOf2 = (text2) => new TextEncoder().encode(text2);
var textOf3 = (content2) => content2 === void 0 ? void 0 : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content2);
var blobShelf = {
  thing: "blobs",
  grows: true,
  rules: blobRules,
  put: async (store, scope20, id2, { text: text2 }) => {
    const { blobs } = await store.list(scope20, id2);
    return store.put(scope20, id2, bytesOf2(text2), { at: new Date(blobs.length) });
  },
  texts: async (store, scope20, id2) => {
    const { blobs } = await store.list(scope20, id2);
    const inOrder = blobs.toSorted((a, b3) => Date.parse(a.at ?? "") - Date.parse(b3.at ?? ""));
    const texts = await Promise.all(inOrder.map(async (blob) => textOf3(await store.read(scope20, id2, blob.id))));
    return texts.map((text2) => text2 ?? "a blob that is listed and cannot be read");
  },
  list: async (store, scope20, request) => {
    const { sessions: sessions2, more } = await store.sessions(scope20, request);
    return { ids: sessions2, more };
  },
  delete: async (store, scope20, id2) => await store.delete(scope20, id2) > 0,
  has: (store, method) => typeof store[method] === "function",
  erase: async (store, scope20) => await store.erase?.(scope20) ?? 0,
  search: async () => [],
  close: async (store) => await store.close?.(),
  calls: (store) => {
    const blob = blobId(new Uint8Array());
    const calls = [
      ["put", (scope20, id2) => store.put(scope20, id2, new Uint8Array())],
      ["info", async (scope20, id2) => store.info(scope20, id2, await blob)],
      ["read", async (scope20, id2) => store.read(scope20, id2, await blob)],
      ["list", (scope20, id2) => store.list(scope20, id2)],
      ["fork", (scope20, id2) => store.fork(scope20, id2, "fork")],
      ["fork into", (scope20, id2) => store.fork(scope20, "trunk", id2)],
      ["delete", (scope20, id2) => store.delete(scope20, id2)],
      ["delete of one", async (scope20, id2) => store.delete(scope20, id2, await blob)]
    ];
    return calls;
  },
  scopeCalls: (store) => {
    const calls = [
      ["sessions", (scope20) => store.sessions(scope20)],
      store.erase && ["erase", (scope20) => store.erase?.(scope20)]
    ];
    return calls.filter((call3) => call3 !== void 0);
  }
};

// packages/testkit/src/blob-store/put-rules.ts
var scope = { tenant: "acme", user: "ada" };
var at2 = /* @__PURE__ */ new Date("2026-05-12T08:00:00.000Z");
var later = /* @__PURE__ */ new Date("2026-05-13T08:00:00.000Z");
var samples = [
  new Uint8Array(),
  new Uint8Array([1, 0, 0]),
  new Uint8Array(256).map((_, index2) => index2),
  new Uint8Array(3e5).fill(255),
  new Uint8Array([1, 2, 3, 4, 5]).subarray(1, -1)
];
var options2 = fc6.record(
  {
    mediaType: fc6.constantFrom("text/plain", "image/svg+xml", 'text/plain; charset="utf-8"'),
    name: fc6.constantFrom("a.txt", "../../etc/passwd", "Gr\xF6\xDFe \u65E5\u672C \u{1F600}", "\0", "\\0", "\uFEFFa", "__proto__", "'"),
    at: fc6.constantFrom(at2, later, /* @__PURE__ */ new Date(0), /* @__PURE__ */ new Date(-1), /* @__PURE__ */ new Date(864e13))
  },
  { requiredKeys: [] }
);
function refusals(store, id2) {
  const put = (content2, given) => () => store.put(scope, "a", content2, given);
  const noBlobs = ["", "blob:", id2.slice(5), `${id2}a`, id2.slice(0, -1), id2.toUpperCase(), "../x", void 0, null, 7];
  return [
    ["a text as content", put("text")],
    ["a list of numbers as content", put([1, 2])],
    ["an ArrayBuffer as content", put(new ArrayBuffer(2))],
    ["nothing as content", put(void 0)],
    ["a media type without a subtype", put(bytesOf2("x"), { mediaType: "text" })],
    ["a media type with a line break", put(bytesOf2("x"), { mediaType: "text/plain\n" })],
    ["an empty name", put(bytesOf2("x"), { name: "" })],
    ["a name that is too long", put(bytesOf2("x"), { name: "x".repeat(513) })],
    ["a name with half of a surrogate pair", put(bytesOf2("x"), { name: "a\uD800" })],
    ["a time that is not a Date", put(bytesOf2("x"), { at: 0 })],
    ["an invalid time", put(bytesOf2("x"), { at: new Date(Number.NaN) })],
    ["a time that is not a Date for delete", () => store.delete(scope, "kept", id2, { before: 7 })],
    ...[{ start: -1 }, { end: -1 }, { start: 0.5 }, { end: Number.NaN }, { start: "1" }].map(
      (range) => [`the range ${show(range)}`, () => store.read(scope, "kept", id2, range)]
    ),
    ...noBlobs.flatMap((one2) => [
      [`info of the id ${show(one2)}`, () => store.info(scope, "kept", one2)],
      [`read of the id ${show(one2)}`, () => store.read(scope, "kept", one2)],
      ...one2 === void 0 ? [] : [[`delete of the id ${show(one2)}`, () => store.delete(scope, "kept", one2)]]
    ])
  ];
}
var putRules = [
  {
    code: "BLOB_PUT",
    name: "returns any content exactly, by an id that is its hash, and the same info from put, info and list",
    contract: ["BlobInfo.id", "the first 130 bits of the SHA-256 of the content"],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (bytes2, given) => {
        const own2 = nextScope();
        const info = await store.put(own2, "s", bytes2, given);
        const { at: time, ...rest } = given;
        const wanted = {
          ...{ id: await blobId(bytes2), size: bytes2.length, mediaType: "application/octet-stream" },
          ...{ ...rest, at: time?.toISOString() }
        };
        if (!same(info, wanted)) fail(canonical(wanted), canonical(info));
        const known = [await store.info(own2, "s", info.id), ...(await store.list(own2, "s")).blobs];
        if (!same(known, [wanted, wanted])) fail(canonical([wanted, wanted]), canonical(known));
        const back = await store.read(own2, "s", info.id);
        if (!back || !same(back, bytes2)) fail(canonical(bytes2), canonical(back));
      };
      for (const bytes2 of samples) await check2(bytes2, {});
      for (const time of [/* @__PURE__ */ new Date(0), /* @__PURE__ */ new Date(-1), /* @__PURE__ */ new Date(864e13)]) await check2(bytesOf2("a"), { at: time });
      await forEach(fc6.tuple(fc6.uint8Array({ maxLength: 100 }), options2), ([bytes2, given]) => check2(bytes2, given));
    }
  },
  {
    code: "BLOB_AGAIN",
    name: "keeps a content once per session, with its first media type and name and its last time",
    contract: [
      "BlobStore.put",
      "If the session has it already, only the time changes, if there is a new one: the first media type and name stay."
    ],
    check: async (store, { fail }) => {
      const first = await store.put(scope, "s", bytesOf2("same"), { mediaType: "text/plain", name: "first", at: at2 });
      const again = await store.put(scope, "s", bytesOf2("same"), { mediaType: "text/html", name: "second", at: later });
      const wanted = { ...first, at: later.toISOString() };
      if (!same(again, wanted)) fail(canonical(wanted), canonical(again));
      const third2 = await store.put(scope, "s", bytesOf2("same"));
      if (!same(third2, wanted)) fail(`${canonical(wanted)} after a put without a time`, canonical(third2));
      const list2 = await store.list(scope, "s");
      if (!same(list2, { blobs: [wanted], bytes: 4, more: false })) fail("one blob of 4 bytes", canonical(list2));
      const count3 = await store.delete(scope, "s");
      if (count3 !== 1) fail("1 deleted", show(count3));
    }
  },
  {
    code: "BLOB_RANGE",
    name: "returns a range of bytes, fewer at the end, none behind it",
    contract: ["BlobStore.read", "the bytes `start` (included) to `end` (excluded) of it, fewer if it has fewer;"],
    check: async (store, { fail, forEach }) => {
      const bytes2 = new Uint8Array(25e5).map((_, index2) => index2 * 7 + (index2 >> 8) & 255);
      const { id: id2 } = await store.put(scope, "s", bytes2);
      const check2 = async (range) => {
        const { start = 0, end = bytes2.length } = range;
        const wanted = bytes2.slice(start, Math.max(start, end));
        const seen = await store.read(scope, "s", id2, range);
        const isSame = seen?.length === wanted.length && wanted.every((byte, index2) => byte === seen[index2]);
        if (!isSame) fail(`${wanted.length} bytes for ${show(range)}`, `${seen?.length} bytes`);
      };
      await check2({});
      await check2({ start: 2499999 });
      await check2({ end: Number.POSITIVE_INFINITY, start: 2499e3 });
      const edges = [0, 1, 65536, 262143, 262144, 262145, 524288, 1048575, 1048576, 1048577, 2097152];
      const place = fc6.oneof(fc6.constantFrom(...edges, 25e5, 2500001, 9e15), fc6.nat({ max: 25e5 }));
      const near = fc6.tuple(place, fc6.integer({ min: -3, max: 7e4 })).map(([start, size]) => ({
        start,
        end: Math.max(0, Math.min(start + size, Number.MAX_SAFE_INTEGER))
      }));
      await forEach(near, check2);
    }
  },
  {
    code: "BLOB_REFUSED",
    name: "refuses contents, options, ranges and ids of blobs that are invalid, and keeps nothing of them",
    contract: ["BlobStore.put", "@throws LamellaError `STORE_VALUE_INVALID` for a content that is not a Uint8Array"],
    check: async (store, bench) => {
      const { id: id2 } = await store.put(scope, "kept", bytesOf2("kept"));
      for (const [what, call3] of refusals(store, id2)) await mustEndWith(bench, "STORE_VALUE_INVALID", what, call3);
      const { sessions: sessions2 } = await store.sessions(scope);
      if (!same(sessions2, ["kept"])) bench.fail('only the session "kept"', show(sessions2));
    }
  }
];

// packages/testkit/src/blob-store/sharing-rules.ts
var scope2 = { tenant: "acme", user: "ada" };
var day = (n) => new Date(Date.UTC(2026, 0, n));
var textsOf = async (store, session) => {
  const { blobs } = await store.list(scope2, session);
  const texts = await Promise.all(blobs.map(async ({ id: id2 }) => textOf3(await store.read(scope2, session, id2))));
  return texts.toSorted();
};
var sharingRules = [
  {
    code: "BLOB_SESSIONS_APART",
    name: "reads a blob only in a session that has it, though another session of the scope has it too",
    contract: ["BlobStore", "Whoever knows an id reads it only in a session that has it."],
    check: async (store, { fail }) => {
      const { id: id2 } = await store.put(scope2, "a", bytesOf2("secret"));
      await store.put(scope2, "b", bytesOf2("other"));
      const seen = [
        await store.info(scope2, "b", id2),
        await store.read(scope2, "b", id2),
        await store.delete(scope2, "b", id2),
        await store.read(scope2, "none", id2, { end: 2 }),
        await store.list(scope2, "none")
      ];
      const wanted = [void 0, void 0, 0, void 0, { blobs: [], bytes: 0, more: false }];
      if (!same(seen, wanted)) fail(canonical(wanted), canonical(seen));
      const own2 = textOf3(await store.read(scope2, "a", id2));
      if (own2 !== "secret") fail("the content in its own session", show(own2));
    }
  },
  {
    code: "BLOB_PAGES",
    name: "lists the blobs of a session by id, page by page, with the bytes of all of them",
    contract: ["BlobList.bytes", "Bytes of all blobs of the session, also of those that are not in this list."],
    check: async (store, { fail }) => {
      const infos = [];
      for (let n = 0; n < 7; n++) infos.push(await store.put(scope2, "s", bytesOf2(`number ${n}`), { at: day(n + 1) }));
      await store.put(scope2, "t", bytesOf2("another session"));
      const sorted2 = infos.toSorted((a, b3) => a.id < b3.id ? -1 : 1);
      for (const limit2 of [1, 3, 7, 8, Number.POSITIVE_INFINITY]) {
        for (const after2 of [void 0, ...sorted2.map(({ id: id2 }) => id2), "blob:", "zzz"]) {
          const behind = after2 === void 0 ? sorted2 : sorted2.filter(({ id: id2 }) => id2 > after2);
          const wanted = { blobs: behind.slice(0, limit2), bytes: 56, more: behind.length > limit2 };
          const seen = await store.list(scope2, "s", after2 === void 0 ? { limit: limit2 } : { after: after2, limit: limit2 });
          if (!same(seen, wanted)) fail(`${canonical(wanted)} after ${after2}`, canonical(seen));
        }
      }
    }
  },
  {
    code: "BLOB_FORK",
    name: "gives a fork all blobs, which stay when either session loses them",
    contract: [
      "BlobStore.fork",
      "Gives all blobs of a session to another one too, with their times, and returns their number."
    ],
    check: async (store, { fail }) => {
      const one2 = await store.put(scope2, "trunk", bytesOf2("one"), {
        at: day(1),
        name: "first",
        mediaType: "text/plain"
      });
      const two = await store.put(scope2, "trunk", bytesOf2("two"));
      await store.put(scope2, "fork", bytesOf2("two"), { at: day(2), name: "own" });
      const counts = [await store.fork(scope2, "trunk", "fork"), await store.fork(scope2, "trunk", "fork")];
      if (!same(counts, [2, 2])) fail("2 blobs, each time", show(counts));
      const infos = [await store.info(scope2, "fork", one2.id), await store.info(scope2, "fork", two.id)];
      const wanted = [one2, { ...two, name: "own", at: day(2).toISOString() }];
      if (!same(infos, wanted)) fail(canonical(wanted), canonical(infos));
      await store.fork(scope2, "fork", "third");
      await store.delete(scope2, "trunk");
      await store.delete(scope2, "third", one2.id);
      await store.put(scope2, "fork", bytesOf2("more"));
      const texts = [await textsOf(store, "trunk"), await textsOf(store, "fork"), await textsOf(store, "third")];
      const left = [[], ["more", "one", "two"], ["two"]];
      if (!same(texts, left)) fail(show(left), show(texts));
      const nothing2 = await store.fork(scope2, "none", "from none");
      const itself = await store.fork(scope2, "third", "third");
      const { sessions: sessions2 } = await store.sessions(scope2);
      const end = [nothing2, itself, sessions2, await textsOf(store, "third")];
      if (!same(end, [0, 1, ["fork", "third"], ["two"]])) fail("nothing from nothing, itself unchanged", show(end));
    }
  },
  {
    code: "BLOB_SHARED",
    name: "keeps a content that two sessions have put until both have lost it",
    contract: [
      "BlobStore.delete",
      "A content is removed with the last session that has it; its bytes are gone when this resolves."
    ],
    check: async (store, { fail }) => {
      const other5 = { tenant: "other" };
      const { id: id2 } = await store.put(scope2, "a", bytesOf2("shared"));
      await store.put(scope2, "b", bytesOf2("shared"));
      await store.put(other5, "a", bytesOf2("shared"));
      for (const [session, left] of [
        ["a", "shared"],
        ["b", void 0]
      ]) {
        const count3 = await store.delete(scope2, session);
        if (count3 !== 1) fail("1 deleted", show(count3));
        const seen = textOf3(await store.read(scope2, "b", id2));
        if (seen !== left) fail(show(left), show(seen));
      }
      const kept4 = textOf3(await store.read(other5, "a", id2));
      if (kept4 !== "shared") fail("the content of another tenant", show(kept4));
      const anew = await store.put(scope2, "a", bytesOf2("shared"), { name: "anew" });
      const back = [anew.name, textOf3(await store.read(scope2, "a", id2))];
      if (!same(back, ["anew", "shared"])) fail("a content that is put anew", show(back));
    }
  },
  {
    code: "BLOB_DELETE_ONE",
    name: "deletes one blob or all, only older ones on request, and returns their number",
    contract: [
      "BlobDeleteOptions.before",
      "Only blobs whose time is before this are deleted; a blob without a time stays."
    ],
    check: async (store, { fail }) => {
      const put = async (text2, at6) => (await store.put(scope2, "s", bytesOf2(text2), at6 && { at: at6 })).id;
      const ids2 = [await put("one", day(1)), await put("two", day(2)), await put("three", day(3)), await put("undated")];
      const [one2 = "", , three = "", undated = ""] = ids2;
      const counts = [
        await store.delete(scope2, "s", three, { before: day(3) }),
        await store.delete(scope2, "s", undated, { before: day(9) }),
        await store.delete(scope2, "s", one2, { before: day(2) }),
        await store.delete(scope2, "s", one2),
        await store.delete(scope2, "s", void 0, { before: day(3) })
      ];
      if (!same(counts, [0, 0, 1, 0, 1])) fail("0, 0, 1, 0 and 1 deleted", show(counts));
      const left = await textsOf(store, "s");
      if (!same(left, ["three", "undated"])) fail("the later one and the one without a time", show(left));
      await put("three", day(9));
      const again = await store.delete(scope2, "s", void 0, { before: day(4) });
      if (again !== 0) fail("a blob that was put again to stay", show(again));
      const all2 = [await store.delete(scope2, "s", undated, {}), await store.delete(scope2, "s")];
      if (!same(all2, [1, 1])) fail("1 and 1 deleted", show(all2));
    }
  }
];

// packages/testkit/src/kit/deep-freeze.ts
function deepFreeze(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  Object.freeze(value);
  for (const field of Object.values(value)) deepFreeze(field);
  return value;
}

// packages/testkit/src/stores/spoil.ts
function spoil(value) {
  if (typeof value !== "object" || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    spoil(field);
    if (!Object.isFrozen(value)) Object.assign(value, { [key]: "spoiled" });
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push("spoiled");
}

// packages/testkit/src/blob-store/state-rules.ts
var scope3 = { tenant: "acme", user: "ada" };
var at3 = /* @__PURE__ */ new Date("2026-05-12T08:00:00.000Z");
var SlicedInPlace = class extends Uint8Array {
  slice(start, end) {
    return this.subarray(start, end);
  }
};
async function everything(store) {
  const { sessions: sessions2 } = await store.sessions(scope3);
  const lists5 = await Promise.all(sessions2.map((session) => store.list(scope3, session)));
  const contents = await Promise.all(
    lists5.flatMap(({ blobs }, index2) => blobs.map(({ id: id2 }) => store.read(scope3, sessions2[index2], id2)))
  );
  return [[...sessions2], lists5, contents];
}
var blobStateRules = [
  {
    code: "BLOB_PURE",
    name: "does not mutate its arguments",
    contract: ["G9 pure", "nothing passed in is mutated"],
    check: async (store, { fail }) => {
      const content2 = bytesOf2("content");
      const own2 = deepFreeze({ ...scope3 });
      const { id: id2 } = await store.put(own2, "s", content2, Object.freeze({ name: "a", at: new Date(at3) }));
      await store.read(own2, "s", id2, deepFreeze({ start: 1, end: 3 }));
      await store.list(own2, "s", deepFreeze({ limit: 2 }));
      await store.sessions(own2, deepFreeze({ limit: 2 }));
      await store.fork(own2, "s", "fork");
      await store.delete(own2, "s", id2, Object.freeze({ before: new Date(at3.getTime() + 1) }));
      if (textOf3(content2) !== "content") fail("the content as it was", show(textOf3(content2)));
    }
  },
  {
    code: "BLOB_COPIES",
    name: "keeps contents unchanged when callers change what they put or what they read",
    contract: ["BlobStore", "the same content has the same id everywhere"],
    check: async (store, { fail }) => {
      for (const content2 of [bytesOf2("before"), SlicedInPlace.from(bytesOf2("BEFORE"))]) {
        const wanted = textOf3(content2);
        const id2 = await blobId(bytesOf2(wanted ?? ""));
        const put = store.put(scope3, "s", content2);
        content2.fill(0);
        const info = await put;
        if (info.id !== id2) fail(id2, info.id);
        const seen = textOf3(await store.read(scope3, "s", id2));
        if (seen !== wanted) fail(show(wanted), show(seen));
        spoil(info);
        (await store.read(scope3, "s", id2))?.fill(0);
        (await store.read(scope3, "s", id2, { end: 2 }))?.fill(0);
        const again = textOf3(await store.read(scope3, "s", id2));
        if (again !== wanted) fail(`${show(wanted)} after the caller changed what it had read`, show(again));
      }
      const before2 = canonical(await everything(store));
      const [sessions2, lists5] = await everything(store);
      spoil([sessions2, lists5]);
      const after2 = canonical(await everything(store));
      if (after2 !== before2) fail(before2, after2);
    }
  },
  {
    code: "BLOB_PARALLEL",
    name: "loses nothing when several callers put, fork and delete at once",
    contract: ["BlobStore.put", "Keeps a content for a session, as durably as the store's settings promise."],
    check: async (store, { fail }) => {
      for (let round = 0; round < 3; round++) {
        await store.put(scope3, "trunk", bytesOf2("shared"));
        const puts = Array.from(
          { length: 6 },
          (_, n) => store.put(scope3, `s${n % 3}`, bytesOf2(`text ${n % 4}`), { at: at3 })
        );
        const shared3 = Array.from({ length: 3 }, (_, n) => store.put(scope3, `s${n}`, bytesOf2("shared"), { at: at3 }));
        await Promise.all([...puts, ...shared3, store.fork(scope3, "trunk", "s0"), store.delete(scope3, "trunk")]);
        for (const [session, texts] of [
          ["s0", ["shared", "text 0", "text 3"]],
          ["s1", ["shared", "text 0", "text 1"]],
          ["s2", ["shared", "text 1", "text 2"]]
        ]) {
          const { blobs } = await store.list(scope3, session);
          const seen = await Promise.all(blobs.map(async ({ id: id2 }) => textOf3(await store.read(scope3, session, id2))));
          if (!same(seen.toSorted(), texts)) fail(`${show(texts)} in ${session}`, show(seen));
          await store.delete(scope3, session);
        }
      }
    }
  },
  {
    code: "BLOB_REOPEN",
    name: "keeps everything across a reopen",
    contract: ["BlobStore", "Keeps large contents outside of messages: results of tools, files, images."],
    check: async (store, { fail, skip, options: { reopen } }) => {
      if (!reopen) return skip("the option reopen is not set");
      await store.put(scope3, "s", bytesOf2("one"), { at: at3, name: "Gr\xF6\xDFe", mediaType: "text/plain" });
      await store.put(scope3, "s", new Uint8Array());
      await store.put(scope3, "s", new Uint8Array(3e5).fill(7));
      await store.fork(scope3, "s", "x".repeat(512));
      const gone = await store.put(scope3, "s", bytesOf2("gone"));
      await store.delete(scope3, "s", gone.id);
      const before2 = canonical(await everything(store));
      await store.close?.();
      const again = await reopen(store);
      try {
        const after2 = canonical(await everything(again));
        if (after2 !== before2) fail(before2.slice(0, 500), after2.slice(0, 500));
        await again.put(scope3, "s", bytesOf2("more"));
        const { blobs } = await again.list(scope3, "s");
        if (blobs.length !== 4) fail("4 blobs", show(blobs.length));
      } finally {
        await again.close?.();
      }
    }
  }
];

// packages/testkit/src/blob-store/suite.ts
var rules = [
  ...putRules,
  ...sharingRules,
  ...blobStateRules,
  ...idRules(blobShelf),
  ...listRules(blobShelf),
  ...ownerRules(blobShelf),
  ...storeRules(blobShelf)
];
function blobStoreSuite(make, options3 = {}) {
  return casesOf(rules.map(closing2), make, options3);
}

// packages/testkit/src/samples/texts.ts
import * as fc7 from "fast-check";
var hostileTexts = [
  "",
  " ",
  "\n\r\n	",
  "\0",
  "a\0b",
  // Lone surrogates, which UTF-8 cannot represent and encodeURIComponent refuses.
  "\uD800",
  "\uDC00",
  "a\uD83Db",
  "\uDC00\uD800",
  // Special tokens, which some tokenizers refuse and some turn into one token.
  "<|endoftext|>",
  "<|im_start|>system",
  "</s>",
  "[INST] <<SYS>>",
  // Characters of several code points, marks without a letter, direction changes, invisible characters.
  "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466} \u{1F1E9}\u{1F1EA} \u{1F44D}\u{1F3FD}",
  "e\u0301\u0301\u0301",
  "\u202Eabc",
  "\uFEFF\u200B\u2060",
  "\u0130\u0131\u017F\xDF",
  "\uFFFF\u{10FFFF}",
  "\u65E5\u672C\u8A9E\u306E\u6587\u7AE0\u3067\u3059\u3002",
  "\u0645\u0631\u062D\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645",
  // Names that every object already has, and syntax of patterns, templates, markup and queries.
  "__proto__ constructor toString hasOwnProperty",
  "$& $1 $$ $` $'",
  "(.*+?)[^\\",
  "{{name}} ${name} <%= name %> %s",
  "</system><script>alert(1)</script><!--",
  `'; DROP TABLE memories; -- " OR * NEAR(`,
  "a".repeat(5e3),
  " ".repeat(5e3)
];
var hasHalf = (text2) => /[\uD800-\uDFFF]/u.test(text2);
var words2 = "a the of launch June budget vendor memory 12 2026 Zo\xEB \u0437\u0430\u043F\u0443\u0441\u043A \u65E5\u672C tool_call :) \u{1F44D} \u20AC don\u2019t ...".split(" ");
var anyText = fc7.oneof(
  fc7.string({ unit: "grapheme", maxLength: 60 }),
  fc7.array(fc7.constantFrom(...words2), { maxLength: 20 }).map((list2) => list2.join(" ")),
  fc7.array(fc7.constantFrom(...words2, " ", "\n"), { maxLength: 20 }).map((list2) => list2.join(""))
);
var anyString = fc7.oneof(
  anyText,
  fc7.string({ unit: "binary", maxLength: 60 }),
  fc7.array(fc7.integer({ min: 0, max: 65535 }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
  fc7.constantFrom(...hostileTexts)
);

// packages/testkit/src/stores/search-samples.ts
import * as fc9 from "fast-check";

// packages/testkit/src/ranker/samples.ts
import * as fc8 from "fast-check";
function documentsOf(texts) {
  return texts.map((text2, i2) => ({ id: `d${i2}`, text: text2 }));
}
var rareWordSamples = [
  {
    query: "launch in Zanzibar",
    answer: "The launch in Zanzibar was moved to June.",
    others: [
      "The launch was planned in a meeting about the launch.",
      "Launch, launch, launch: everyone talks about the launch in the news.",
      "Nothing was decided about the office plants."
    ]
  },
  {
    query: "Zo\xEB Budget",
    answer: "Das Budget reicht bis M\xE4rz, sagt Zo\xEB.",
    others: ["Das Budget ist knapp, das Budget war immer knapp.", "Wer macht das Budget, und wozu ein Budget?"]
  },
  {
    query: "\u0432\u0441\u0442\u0440\u0435\u0447\u0430 \u0432 \u0416\u0438\u0442\u043E\u043C\u0438\u0440\u0435",
    answer: "\u0421\u043B\u0435\u0434\u0443\u044E\u0449\u0430\u044F \u0432\u0441\u0442\u0440\u0435\u0447\u0430 \u0431\u0443\u0434\u0435\u0442 \u0432 \u0416\u0438\u0442\u043E\u043C\u0438\u0440\u0435.",
    others: ["\u0412\u0441\u0442\u0440\u0435\u0447\u0430 \u043F\u0440\u043E\u0448\u043B\u0430 \u0445\u043E\u0440\u043E\u0448\u043E, \u0432\u0441\u0442\u0440\u0435\u0447\u0430 \u0431\u044B\u043B\u0430 \u043A\u043E\u0440\u043E\u0442\u043A\u043E\u0439.", "\u041F\u043E\u0433\u043E\u0434\u0430 \u0432 \u0433\u043E\u0440\u043E\u0434\u0435 \u0441\u0435\u0433\u043E\u0434\u043D\u044F \u0445\u043E\u0440\u043E\u0448\u0430\u044F."]
  }
];
var shared2 = "launch budget vendor june memory token agent".split(" ");
var wordOf = (letters3) => fc8.string({ unit: fc8.constantFrom(...letters3), minLength: 3, maxLength: 8 });
var querySample = fc8.tuple(
  fc8.array(fc8.constantFrom(...shared2), { minLength: 1, maxLength: 4 }),
  fc8.array(fc8.array(fc8.constantFrom(...shared2, "the", "of", "and"), { maxLength: 8 }), { maxLength: 8 })
).map(([query, texts]) => [query.join(" "), documentsOf(texts.map((text2) => text2.join(" ")))]);
var strangersSample = fc8.tuple(
  fc8.array(wordOf("abcdefghijklm"), { minLength: 1, maxLength: 4 }),
  fc8.array(fc8.array(wordOf("nopqrstuvwxz"), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
).map(([query, texts]) => [query.join(" "), documentsOf(texts.map((text2) => text2.join(" ")))]);

// packages/testkit/src/stores/search-samples.ts
var questions2 = [
  ...rareWordSamples,
  { query: "\u4E0A\u6D77\u7684\u4F1A\u8BAE\u5728\u54EA\u4E00\u5929\uFF1F", answer: "\u4E0A\u6D77\u4F1A\u8BAE\u5B9A\u5728\u4E94\u6708\u5341\u4E8C\u65E5\u3002", others: ["\u5317\u4EAC\u4ECA\u5929\u4E0B\u96E8\u3002", "\u6211\u4EEC\u559C\u6B22\u559D\u7EFF\u8336\u3002"] },
  {
    query: "\u767A\u58F2\u65E5\u306F\u3044\u3064\u3067\u3059\u304B",
    answer: "\u767A\u58F2\u65E5\u306F\u516D\u6708\u4E09\u65E5\u306B\u5909\u66F4\u3057\u307E\u3059\u3002",
    others: ["\u732B\u304C\u597D\u304D\u3067\u3059\u3002", "\u96E8\u306E\u91D1\u66DC\u3060\u3063\u305F\u3002"]
  },
  {
    query: "\uCD9C\uC2DC\uB294 \uC5B8\uC81C\uC785\uB2C8\uAE4C",
    answer: "\uCD9C\uC2DC\uB294 \uC720\uC6D4\uB85C \uC62E\uAE41\uB2C8\uB2E4.",
    others: ["\uACE0\uC591\uC774\uB97C \uC88B\uC544\uD574\uC694.", "\uC624\uB298\uC740 \uBE44\uAC00 \uC640\uC694."]
  },
  { query: "\u0E07\u0E1A\u0E1B\u0E23\u0E30\u0E21\u0E32\u0E13\u0E40\u0E17\u0E48\u0E32\u0E44\u0E23", answer: "\u0E07\u0E1A\u0E1B\u0E23\u0E30\u0E21\u0E32\u0E13\u0E1E\u0E2D\u0E16\u0E36\u0E07\u0E40\u0E14\u0E37\u0E2D\u0E19\u0E21\u0E35\u0E19\u0E32\u0E04\u0E21", others: ["\u0E41\u0E21\u0E27\u0E0A\u0E2D\u0E1A\u0E1B\u0E25\u0E32", "\u0E1D\u0E19\u0E15\u0E01\u0E27\u0E31\u0E19\u0E28\u0E38\u0E01\u0E23\u0E4C"] },
  { query: "\u0645\u062A\u0649 \u0645\u0648\u0639\u062F \u0627\u0644\u0625\u0637\u0644\u0627\u0642\u061F", answer: "\u062A\u0623\u062C\u0644 \u0645\u0648\u0639\u062F \u0627\u0644\u0625\u0637\u0644\u0627\u0642 \u0625\u0644\u0649 \u064A\u0648\u0646\u064A\u0648.", others: ["\u0627\u0644\u0642\u0637\u0629 \u062C\u0645\u064A\u0644\u0629.", "\u064A\u0648\u0645 \u0645\u0645\u0637\u0631."] },
  { query: "\u092C\u091C\u091F \u0915\u092C \u0906\u090F\u0917\u093E", answer: "\u0928\u092F\u093E \u092C\u091C\u091F \u092E\u093E\u0930\u094D\u091A \u092E\u0947\u0902 \u0906\u090F\u0917\u093E\u0964", others: ["\u092C\u093F\u0932\u094D\u0932\u0940 \u0926\u0942\u0927 \u092A\u0940\u0924\u0940 \u0939\u0948\u0964", "\u0906\u091C \u092C\u093E\u0930\u093F\u0936 \u0939\u0948\u0964"] }
];
var syntax = [
  ...[
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "NEAR/3",
    "and",
    '"',
    '""',
    "'",
    "*",
    "^",
    "(",
    ")",
    ":",
    "text:",
    "-",
    "+",
    "{",
    "}"
  ],
  ...[
    "[",
    "]",
    "%",
    "_",
    "\\",
    "/",
    ";",
    "--",
    "/*",
    "?",
    "$1",
    "@a",
    "#",
    "\0",
    "\uD800",
    ".*",
    "(?:",
    "<",
    ">",
    "=",
    "&",
    "|",
    "!",
    "~"
  ]
];
var syntaxQuery = fc9.tuple(fc9.array(fc9.constantFrom(...syntax), { maxLength: 5 }), fc9.array(fc9.constantFrom(...syntax), { maxLength: 5 })).map(([before2, behind]) => [...before2, "launch", ...behind].join(" "));

// packages/testkit/src/stores/search-rules.ts
var acme = { tenant: "acme" };
function searchRules(shelf) {
  const { rules: rules5 } = shelf;
  return [
    {
      ...rules5.search,
      name: "ranks texts that answer a question above those that do not, in any script",
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, "search")) return skip(lacking(store, "search"));
        const nextScope = newScopes();
        for (const { query, answer, others: others2 } of questions2) {
          const scope20 = nextScope();
          for (const [index2, text2] of others2.entries()) await shelf.put(store, scope20, `other ${index2}`, { text: text2 });
          await shelf.put(store, scope20, "answer", { text: answer });
          const [best3] = await shelf.search(store, scope20, { query });
          if (best3?.id !== "answer" || best3.text !== answer)
            fail(`${show(answer)} first for ${show(query)}`, show(best3));
        }
      }
    },
    {
      ...rules5.searchHits,
      name: "returns at most the requested number of hits, with falling scores above 0 and how each was found",
      check: async (store, bench) => {
        if (!shelf.has(store, "search")) return bench.skip(lacking(store, "search"));
        for (let index2 = 0; index2 < 12; index2++) {
          await shelf.put(store, acme, `id ${index2}`, { text: `launch${" launch".repeat(index2)} of number ${index2}` });
        }
        for (const [limit2, wanted] of [
          [void 0, 10],
          [1, 1],
          [3, 3],
          [100, 12]
        ]) {
          const hits = await shelf.search(store, acme, { query: "launch", ...limit2 === void 0 ? {} : { limit: limit2 } });
          if (hits.length !== wanted) bench.fail(`${wanted} hits for the limit ${limit2}`, show(hits.length));
          for (const [index2, { score, by }] of hits.entries()) {
            if (!(score > 0 && score <= (hits[index2 - 1]?.score ?? score))) {
              bench.fail("falling scores above 0", show(hits.map((hit) => hit.score)));
            }
            const isKnown = by.length > 0 && by.every((way) => way === "keyword" || way === "vector");
            if (!isKnown) bench.fail("'keyword', 'vector' or both", show(by));
          }
        }
        for (const limit2 of [0, -1, 1.5, Number.NaN]) {
          const search = () => shelf.search(store, acme, { query: "launch", limit: limit2 });
          await mustEndWith(bench, "STORE_VALUE_INVALID", `search with the limit ${limit2}`, search);
        }
      }
    },
    {
      ...rules5.searchGone,
      name: "never finds deleted or erased texts, including when their id is reused",
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, "search")) return skip(lacking(store, "search"));
        const mustFind4 = async (when, wanted, gone) => {
          const hits = await shelf.search(store, acme, { query: "launch", limit: 100 });
          const texts = hits.map(({ text: text2 }) => text2);
          const isRight = wanted.every((text2) => texts.includes(text2)) && !gone.some((text2) => texts.includes(text2));
          if (!isRight) fail(`${show(wanted)} and nothing of ${show(gone)} ${when}`, show(texts));
        };
        await shelf.put(store, acme, "a", { text: "launch one" });
        await shelf.put(store, acme, "b", { text: "launch two" });
        await mustFind4("before", ["launch one", "launch two"], []);
        await shelf.delete(store, acme, "a");
        await mustFind4("after a delete", ["launch two"], ["launch one"]);
        await shelf.put(store, acme, "a", { text: "begun anew" });
        await mustFind4("after a new item with that id", ["launch two"], ["launch one"]);
        if (!shelf.has(store, "erase")) return;
        await shelf.erase(store, acme);
        await mustFind4("after erase", [], ["launch one", "launch two", "begun anew"]);
      }
    },
    {
      ...rules5.searchQuery,
      name: "accepts any text as a plain-language question, and treats none of it as syntax",
      check: async (store, bench) => {
        if (!shelf.has(store, "search")) return bench.skip(lacking(store, "search"));
        await shelf.put(store, acme, "a", { text: "The launch was moved." });
        const mustFind4 = async (query) => {
          const hits = await shelf.search(store, acme, { query, mode: "keyword" });
          if (hits[0]?.id !== "a") bench.fail(`a text containing "launch" for ${show(query)}`, show(hits));
        };
        const mustReturn = async (query) => {
          const code = await codeOf(() => shelf.search(store, acme, { query }));
          if (!code.endsWith("no error")) bench.fail(`any number of hits for ${show(query)}`, code);
        };
        for (const piece of syntax) await mustFind4(`${piece} launch ${piece}`);
        await bench.forEach(syntaxQuery, mustFind4);
        await mustFind4(`launch ${Array.from({ length: 2e3 }, (_, index2) => `word${index2}`).join(" ")}`);
        for (const query of hostileTexts) await mustReturn(query);
        await bench.forEach(anyString, mustReturn);
        for (const query of ["", " \n", "?!", '"', "*", "\u{1F44D}", "picnic"]) {
          const hits = await shelf.search(store, acme, { query, mode: "keyword" });
          if (hits.length > 0) bench.fail(`nothing for ${show(query)}`, show(hits));
        }
      }
    }
  ];
}

// packages/testkit/src/stores/weighing-rules.ts
var acme2 = { tenant: "acme" };
function weighingRules(shelf) {
  const { rules: rules5 } = shelf;
  return [
    {
      ...rules5.searchDates,
      name: "finds items dated within the requested days, including the first and the last",
      check: async (store, bench) => {
        if (!shelf.has(store, "search")) return bench.skip(lacking(store, "search"));
        const text2 = "The launch was moved.";
        await shelf.put(store, acme2, "january", { text: text2, date: "2026-01-10T12:00:00.000Z" });
        await shelf.put(store, acme2, "february", { text: text2, date: "2026-02-10T23:30:00.000Z" });
        await shelf.put(store, acme2, "timeless", { text: text2 });
        const cases = [
          [{}, ["february", "january", "timeless"]],
          [{ from: "2026-01-11" }, ["february"]],
          [{ until: "2026-01-10" }, ["january"]],
          [{ from: "2026-01-10", until: "2026-02-10" }, ["february", "january"]],
          [{ from: "2026-01-10T12:00:00Z", until: "2026-01-10T13:00:00+01:00" }, ["january"]],
          [{ from: "2026-01-10T12:00:01Z", until: "2026-02-10T23:29:59Z" }, []]
        ];
        for (const [filter, wanted] of cases) {
          const ids2 = (await shelf.search(store, acme2, { query: "launch", filter })).map(({ id: id2 }) => id2).toSorted();
          if (!same(ids2, wanted)) bench.fail(`${show(wanted)} for ${show(filter)}`, show(ids2));
        }
        for (const from of ["yesterday", "2026-02-31", ""]) {
          const search = () => shelf.search(store, acme2, { query: "launch", filter: { from } });
          await mustEndWith(bench, "STORE_VALUE_INVALID", `the filter ${show({ from })}`, search);
        }
      }
    },
    {
      ...rules5.searchRecency,
      name: "halves the scores of dated items every half-life on request, and changes no others",
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, "search")) return skip(lacking(store, "search"));
        const text2 = "The launch was moved.";
        await shelf.put(store, acme2, "old", { text: text2, date: "2026-01-01T00:00:00.000Z" });
        await shelf.put(store, acme2, "older", { text: text2, date: "2025-12-22T00:00:00.000Z" });
        await shelf.put(store, acme2, "timeless", { text: text2 });
        const recency = { halfLifeDays: 10, now: /* @__PURE__ */ new Date("2026-01-11T00:00:00.000Z") };
        const scores = async (request) => {
          const hits = await shelf.search(store, acme2, { query: "launch", mode: "keyword", ...request });
          const scoreOf = (id2) => hits.find((hit) => hit.id === id2)?.score ?? 0;
          return ["old", "older"].map((id2) => Math.round(100 * scoreOf(id2) / scoreOf("timeless")));
        };
        const faded = await scores({ recency });
        if (!same(faded, [50, 25])) fail("50 and 25 % after one and two half-lives", show(faded));
        const even = await scores({});
        if (!same(even, [100, 100])) fail("no fading by default", show(even));
      }
    },
    {
      ...rules5.searchDiversity,
      name: "ranks different texts above repetitions on request",
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, "search")) return skip(lacking(store, "search"));
        for (const id2 of ["a", "b", "c"])
          await shelf.put(store, acme2, id2, { text: "The vendors know the launch budget." });
        await shelf.put(store, acme2, "d", { text: "Picnic after launch, everybody brings something to eat and drink." });
        const ids2 = async (diversity) => (await shelf.search(store, acme2, { query: "vendors launch budget", limit: 2, diversity })).map(({ id: id2 }) => id2);
        const best3 = await ids2(0);
        if (best3.includes("d")) fail("the two best alone without diversity", show(best3));
        const spread2 = await ids2(1);
        if (!spread2.includes("d")) fail("'d', which is different, with diversity 1", show(spread2));
      }
    }
  ];
}

// packages/testkit/src/block-store/append-rules.ts
import * as fc11 from "fast-check";

// packages/testkit/src/block-store/samples.ts
import * as fc10 from "fast-check";
var ada = { tenant: "acme", agent: "ada" };
var bob = { tenant: "acme", agent: "bob" };
var carol = { tenant: "acme", user: "carol" };
var persona = { id: "one", label: "persona", kind: "core" };
var notes = { id: "two", label: "notes", kind: "core" };
var bytes = (text2) => new TextEncoder().encode(text2);
var textOf4 = (given) => given && new TextDecoder().decode(given);
var contentTexts = (content2) => [
  textOf4(content2?.snapshot),
  ...(content2?.updates ?? []).map(textOf4)
];
var anyBytes = fc10.uint8Array({ minLength: 1, maxLength: 40 });
var json3 = fc10.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));
var names3 = ["core", "archival", "a b", "\xC4", "__proto__", "'", "constructor"];
var anyBlock = fc10.record(
  {
    id: fc10.constantFrom("a", "b", "c"),
    // Another case covers valid labels.
    label: fc10.constantFrom("persona", "notes"),
    kind: fc10.constantFrom(...names3),
    meta: fc10.dictionary(fc10.constantFrom(...names3), json3, { maxKeys: 3 }),
    text: anyString,
    snapshot: anyBytes
  },
  { requiredKeys: ["id", "label", "kind"] }
);
var cycle = {};
cycle["self"] = cycle;
var noMetas = [
  ["a description that is a list", []],
  ["a description that is a text", "core"],
  ["a cycle in its description", cycle],
  ["a Map in its description", { a: /* @__PURE__ */ new Map() }],
  ["NaN in its description", { a: [Number.NaN] }],
  ["a description of more than 100,000 characters", { a: "x".repeat(1e5) }]
];
var noBlocks = [
  ["null", null],
  ["a text", "persona"],
  ["a block without a label", { id: "new", kind: "core" }],
  ["a block without a kind", { id: "new", label: "new" }],
  ["a text that is not text", { id: "new", label: "new", kind: "core", text: 7 }],
  ["an unknown field", { id: "new", label: "new", kind: "core", lable: "new" }],
  ...noMetas.map(([what, meta]) => [what, { id: "new", label: "new", kind: "core", meta }])
];
var noChanges = [
  ["null", null],
  ["a text", "persona"],
  ["an empty label", { label: "" }],
  ["a kind that is not a text", { kind: 7 }],
  ["an unknown field", { text: "new" }],
  ...noMetas.map(([what, meta]) => [what, { meta }])
];
var noBytes = [
  ["nothing", void 0],
  ["empty bytes", new Uint8Array()],
  ["a view of wider numbers", new Uint16Array([1, 2])],
  ["a list of numbers", [1, 2]],
  ["a text", "abc"],
  ["a buffer without a view", new ArrayBuffer(2)]
];
var noRevisions = [-1, 0.5, Number.NaN, "1"];

// packages/testkit/src/block-store/append-rules.ts
var appendRules = [
  {
    code: "BLOCK_APPEND",
    name: "appends updates byte for byte, one revision each, and counts them and their bytes",
    contract: ["BlockContent.updates", "Oldest first."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      await forEach(fc11.array(anyBytes, { maxLength: 6 }), async (updates) => {
        const scope20 = nextScope();
        await store.create(scope20, persona);
        for (const [index2, update] of updates.entries()) {
          const answer = await store.append(scope20, persona.id, update);
          const wanted2 = { revision: index2 + 2, repeated: false };
          if (!same(answer, wanted2)) fail(show(wanted2), show(answer));
        }
        const content2 = await store.read(scope20, persona.id);
        const revision = updates.length + 1;
        const read = { revision, updates };
        if (!same(content2, read)) fail(canonical(read), canonical(content2));
        const info = await store.find(scope20, persona.label);
        const seen = [info?.revision, info?.contentRevision, info?.updates, info?.updatesSize];
        const size = updates.reduce((sum2, { length }) => sum2 + length, 0);
        const wanted = [revision, revision, updates.length, size];
        if (!same(seen, wanted)) fail(`revision, content revision, updates and bytes ${show(wanted)}`, show(seen));
      });
    }
  },
  {
    code: "BLOCK_NEWS",
    name: "returns only the changes since the revision that the reader has seen",
    contract: ["BlockStore.read", "Returns the bytes of a block, or only the changes after `since`"],
    check: async (store, bench) => {
      await store.create(ada, { ...persona, snapshot: bytes("s1") });
      for (const revision of [2, 3, 4, 5]) await store.append(ada, persona.id, bytes(`u${revision}`));
      const mustRead = async (since, ...wanted) => {
        const seen = contentTexts(await store.read(ada, persona.id, since));
        const isSame = same(seen.slice(1).toSorted(), wanted.slice(1)) && seen[0] === wanted[0];
        if (!isSame) bench.fail(`${show(wanted)} since revision ${since}`, show(seen));
      };
      await mustRead(0, "s1", "u2", "u3", "u4", "u5");
      await mustRead(1, void 0, "u2", "u3", "u4", "u5");
      await mustRead(3, void 0, "u4", "u5");
      await mustRead(5, void 0);
      await mustRead(9, "s1", "u2", "u3", "u4", "u5");
      await store.compact(ada, persona.id, bytes("s5"), 5);
      await mustRead(4, "s5");
      await mustRead(5, void 0);
      for (const since of noRevisions) {
        const read = () => store.read(ada, persona.id, since);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `read since ${show(since)}`, read);
      }
    }
  },
  {
    code: "BLOCK_BYTES_REFUSED",
    name: "refuses updates and snapshots that are empty or not bytes, and stores nothing of them",
    contract: ["NewBlock.snapshot", "1 to 268,435,456 bytes, as every snapshot and update."],
    check: async (store, bench) => {
      await store.create(ada, { ...persona, snapshot: bytes("s") });
      for (const [what, given] of noBytes) {
        const value = given;
        await mustEndWith(
          bench,
          "STORE_VALUE_INVALID",
          `an update that is ${what}`,
          () => store.append(ada, persona.id, value)
        );
        await mustEndWith(
          bench,
          "STORE_VALUE_INVALID",
          `a snapshot that is ${what}`,
          () => store.compact(ada, persona.id, value, 1)
        );
        if (given === void 0) continue;
        const block = { id: "new", label: "new", kind: "core", snapshot: value };
        await mustEndWith(bench, "STORE_VALUE_INVALID", `a block with ${what}`, () => store.create(ada, block));
      }
      const seen = contentTexts(await store.read(ada, persona.id));
      if (!same(seen, ["s"])) bench.fail("the snapshot alone", show(seen));
    }
  },
  {
    code: "BLOCK_CONFLICT",
    name: "neither changes nor deletes anything for a writer that expects another revision",
    contract: ["BlockStore.append", "`BLOCK_CONFLICT` when the block is not at `expectedRevision`"],
    check: async (store, bench) => {
      await store.create(ada, persona);
      for (const expectedRevision of [0, 2]) {
        const options3 = { expectedRevision };
        const calls = [
          ["append", () => store.append(ada, persona.id, bytes("u"), options3)],
          ["change", () => store.change(ada, persona.id, { kind: "log" }, options3)],
          ["delete", () => store.delete(ada, persona.id, options3)]
        ];
        for (const [method, call3] of calls)
          await mustEndWith(bench, "BLOCK_CONFLICT", `${method} at revision ${expectedRevision}`, call3);
      }
      const block = await store.get(ada, persona.id);
      if (!same([block?.revision, block?.kind], [1, "core"])) bench.fail("the block unchanged", show(block));
      for (const wrong of noRevisions) {
        const append = () => store.append(ada, persona.id, bytes("u"), { expectedRevision: wrong });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the revision ${show(wrong)}`, append);
      }
      const { revision } = await store.append(ada, persona.id, bytes("u"), { expectedRevision: 1 });
      const remove = (id2, seen) => () => store.delete(ada, id2, { expectedRevision: seen });
      await mustEndWith(bench, void 0, "a delete at the last revision", remove(persona.id, revision));
      await mustEndWith(bench, void 0, "a delete of a missing block at revision 0", remove("gone", 0));
    }
  },
  {
    code: "BLOCK_OPERATION",
    name: "appends the update of an operation once, and returns the first answer to a retry, even after a compaction",
    contract: [
      "BlockAppendOptions.operation",
      "Repeating it changes nothing and returns the first result again, whatever its `expectedRevision`, even after a compaction"
    ],
    check: async (store, { fail }) => {
      await store.create(ada, persona);
      const options3 = { expectedRevision: 1, operation: "edit" };
      const mustAnswer = async (when, repeated) => {
        const answer = await store.append(ada, persona.id, bytes("u"), options3);
        const wanted = { revision: 2, repeated };
        if (!same(answer, wanted)) fail(`${show(wanted)} ${when}`, show(answer));
      };
      await mustAnswer("on the first call", false);
      await mustAnswer("for a retry", true);
      await store.append(ada, persona.id, bytes("v"));
      await mustAnswer("for a retry after another update", true);
      const seen = contentTexts(await store.read(ada, persona.id)).toSorted();
      if (!same(seen, ["u", "v", void 0])) fail("each update once", show(seen));
      await store.compact(ada, persona.id, bytes("uv"), 3);
      await mustAnswer("for a retry after a compaction", true);
      const after2 = contentTexts(await store.read(ada, persona.id));
      if (!same(after2, ["uv"])) fail("the snapshot alone", show(after2));
      await store.create(ada, { ...persona, id: "other", label: "other" });
      const elsewhere = await store.append(ada, "other", bytes("u"), { operation: "edit" });
      if (elsewhere.repeated) fail("a separate operation in another block", show(elsewhere));
    }
  },
  {
    code: "BLOCK_OPERATION_OTHER",
    name: "refuses an operation name that was used for another update, and names that cannot be stored",
    contract: ["BlockAppendOptions.operation", "A name that belongs to a different update is `STORE_VALUE_INVALID`."],
    check: async (store, bench) => {
      await store.create(ada, persona);
      await store.append(ada, persona.id, bytes("abc"), { operation: "edit" });
      for (const other5 of ["abd", "ab", "abcd"]) {
        const append = () => store.append(ada, persona.id, bytes(other5), { operation: "edit" });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the operation of "abc" with ${show(other5)}`, append);
      }
      for (const operation2 of ["", "x".repeat(201), "\uD800", 7, null]) {
        const append = () => store.append(ada, persona.id, bytes("d"), { operation: operation2 });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the operation ${show(operation2)}`, append);
      }
      const { updates = [] } = await store.read(ada, persona.id) ?? {};
      if (updates.length !== 1) bench.fail("the first update alone", show(updates.length));
    }
  }
];

// packages/testkit/src/block-store/change-rules.ts
import * as fc12 from "fast-check";

// packages/testkit/src/block-store/shared-rules.ts
var capability2 = [
  "SessionStore",
  "Optional methods are capabilities: a store that lacks one does not support it."
];
var refused2 = [
  "BlockStore",
  "Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged."
];
var apart2 = [
  "BlockStore",
  "A block belongs to one scope (tenant, user, agent) and is never returned to another one"
];
var lists2 = [
  "BlockStore.list",
  "Lists the blocks of exactly this scope, by id in code unit order, without their texts."
];
var deletes2 = [
  "BlockStore.delete",
  "Removes a block with everything derived from it; returns whether it existed."
];
var erases2 = [
  "BlockStore.erase",
  "Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user."
];
var says = ["StoredBlock.text", "As passed to `create` or `setText`"];
var searches = [
  "BlockStore.search",
  "Returns the best blocks for a plain-language query, by texts and labels, best first."
];
var closes2 = ["SessionStore.close", "Closes open resources. Safe to call twice."];
var blockRules = {
  scope: { code: "BLOCK_SCOPE", contract: refused2 },
  idsRefused: { code: "BLOCK_IDS_REFUSED", contract: refused2 },
  ids: { code: "BLOCK_IDS", contract: apart2 },
  owners: { code: "BLOCK_OWNERS", contract: apart2 },
  listOrder: { code: "BLOCK_LIST_ORDER", contract: lists2 },
  list: { code: "BLOCK_LIST", contract: lists2 },
  listLimit: {
    code: "BLOCK_LIST_LIMIT",
    contract: ["BlockListRequest.limit", "The most entries to return, 1 or more."]
  },
  isolation: { code: "BLOCK_ISOLATION", contract: apart2 },
  delete: { code: "BLOCK_DELETE", contract: deletes2 },
  erase: { code: "BLOCK_ERASE", contract: erases2 },
  search: { code: "BLOCK_SEARCH", contract: searches },
  searchHits: { code: "BLOCK_SEARCH_HITS", contract: searchLines.limit },
  searchGone: { code: "BLOCK_SEARCH_GONE", contract: deletes2 },
  searchQuery: { code: "BLOCK_SEARCH_QUERY", contract: searchLines.query },
  searchDates: { code: "BLOCK_SEARCH_DATES", contract: searchLines.dates },
  searchRecency: { code: "BLOCK_SEARCH_RECENCY", contract: searchLines.recency },
  searchDiversity: { code: "BLOCK_SEARCH_DIVERSITY", contract: searchLines.diversity },
  capabilities: { code: "BLOCK_CAPABILITIES", contract: capability2 },
  large: { code: "BLOCK_LARGE", contract: says },
  close: { code: "BLOCK_CLOSE", contract: closes2 }
};

// packages/testkit/src/block-store/change-rules.ts
var anyChange = fc12.record(
  {
    label: fc12.constantFrom("persona", "self"),
    kind: fc12.constantFrom("core", "log"),
    meta: fc12.dictionary(fc12.constantFrom("a", "b", "__proto__"), fc12.constantFrom(1, null, "x"), { maxKeys: 2 })
  },
  { requiredKeys: [] }
);
var changeRules = [
  {
    code: "BLOCK_CHANGE",
    name: "changes the given fields and keeps the rest: one revision later, unless nothing differs",
    contract: ["BlockStore.change", "Changes the metadata of a block: omitted fields stay."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (changes) => {
        const scope20 = nextScope();
        let known = await store.create(scope20, { ...persona, meta: { a: 1 }, text: "tea" });
        for (const change of changes) {
          const { label = known.label, kind = known.kind, meta = known.meta } = change;
          const isNew = !same([label, kind, meta], [known.label, known.kind, known.meta]);
          const wanted = { ...known, label, kind, meta, revision: known.revision + (isNew ? 1 : 0) };
          const seen = [await store.change(scope20, persona.id, change), await store.get(scope20, persona.id)];
          if (!same(seen, [wanted, wanted])) fail(`${canonical(wanted)} after ${show(change)}`, canonical(seen));
          known = wanted;
        }
      };
      await check2([{ meta: { b: 2 } }, { meta: {} }, {}, { label: "self", kind: "log" }, { label: "self" }]);
      await forEach(fc12.array(anyChange, { minLength: 1, maxLength: 4 }), check2);
    }
  },
  {
    code: "BLOCK_CHANGE_REFUSED",
    name: "refuses invalid changes, and changes nothing",
    contract: refused2,
    check: async (store, bench) => {
      await store.create(ada, persona);
      for (const [what, change] of noChanges) {
        await mustEndWith(
          bench,
          "STORE_VALUE_INVALID",
          what,
          () => store.change(ada, persona.id, change)
        );
        const { revision } = await store.get(ada, persona.id) ?? {};
        if (revision !== 1) bench.fail(`revision 1 after ${what}`, show(revision));
      }
    }
  },
  {
    code: "BLOCK_TIMES",
    name: "records when a block was first and last changed, if given times",
    contract: ["BlockInfo.createdAt", "ISO 8601 instants of the first change and of the last change with a time."],
    check: async (store, bench) => {
      const [early2, late2, last] = ["2026-05-12T08:00:00.000Z", "2026-05-13T09:30:00.125Z", "2026-05-14T00:00:00.000Z"];
      const at6 = (time) => ({ at: new Date(time) });
      const expectTimes = async (what, ...wanted) => {
        const { createdAt: createdAt2, updatedAt: updatedAt2 } = await store.get(ada, persona.id) ?? {};
        if (!same([createdAt2, updatedAt2], wanted)) {
          bench.fail(`first and last changed at ${show(wanted)} after ${what}`, show([createdAt2, updatedAt2]));
        }
      };
      await store.create(ada, persona);
      await expectTimes("create without a time", void 0, void 0);
      await store.append(ada, persona.id, bytes("u"), at6(early2));
      await expectTimes("append", early2, early2);
      await store.change(ada, persona.id, { kind: "log" }, at6(late2));
      await expectTimes("change", early2, late2);
      await store.change(ada, persona.id, { kind: "log" }, at6(last));
      await expectTimes("an empty change", early2, late2);
      await store.append(ada, persona.id, bytes("v"));
      await expectTimes("append without a time", early2, late2);
      await store.create(ada, { id: "other", label: "other", kind: "core" }, at6(early2));
      const { createdAt, updatedAt } = await store.get(ada, "other") ?? {};
      if (!same([createdAt, updatedAt], [early2, early2])) bench.fail(`twice ${early2}`, show([createdAt, updatedAt]));
      for (const wrong of [new Date(Number.NaN), "2026-05-12", 0]) {
        const append = () => store.append(ada, persona.id, bytes("u"), { at: wrong });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the time ${show(String(wrong))}`, append);
      }
    }
  }
];

// packages/testkit/src/block-store/compact-rules.ts
import * as fc13 from "fast-check";
var newReader = () => ({ words: /* @__PURE__ */ new Set(), revision: 0 });
var sorted = (words3) => [...words3].toSorted();
var snapshotOf = (words3) => bytes(JSON.stringify(sorted(words3)));
async function readOn(store, scope20, reader) {
  const content2 = await store.read(scope20, persona.id, reader.revision);
  for (const word of JSON.parse(textOf4(content2?.snapshot) ?? "[]")) reader.words.add(word);
  for (const update of content2?.updates ?? []) reader.words.add(String(textOf4(update)));
  reader.revision = content2?.revision ?? 0;
}
var step9 = fc13.record({ kind: fc13.constantFrom("append", "append", "read", "compact"), reader: fc13.nat({ max: 2 }) });
var compactRules = [
  {
    code: "BLOCK_COMPACT",
    name: "replaces updates with a snapshot that contains them, so that readers miss nothing",
    contract: ["BlockStore.compact", "Later updates stay."],
    check: async (store, { fail, forEach }) => {
      await store.create(ada, persona);
      for (const revision of [2, 3, 4]) await store.append(ada, persona.id, bytes(`u${revision}`));
      const compact = async (snapshot, upTo, ...wanted) => {
        const info = await store.compact(ada, persona.id, bytes(snapshot), upTo);
        const seen = contentTexts(await store.read(ada, persona.id));
        if (!same(seen, wanted)) fail(`${show(wanted)} after the snapshot ${show(snapshot)}`, show(seen));
        const [first = "", ...updates] = wanted;
        const sizes = [4, 4, first.length, updates.length, updates.join("").length];
        const actual = sizesOf(info);
        if (!same(actual, sizes)) fail(`revisions and sizes ${show(sizes)}`, show(actual));
      };
      await compact("later", 3, "later", "u4");
      await compact("earlier", 2, "later", "u4");
      await compact("again", 3, "again", "u4");
      const nextScope = newScopes();
      await forEach(fc13.array(step9, { minLength: 3, maxLength: 20 }), async (steps) => {
        const scope20 = nextScope();
        await store.create(scope20, { ...persona, snapshot: snapshotOf(["first"]) });
        const words3 = /* @__PURE__ */ new Set(["first"]);
        const readers = [newReader(), newReader(), newReader()];
        for (const [index2, { kind, reader: which }] of steps.entries()) {
          const reader = readers[which];
          if (kind === "append") {
            words3.add(`w${index2}`);
            await store.append(scope20, persona.id, bytes(`w${index2}`));
          } else if (kind === "read") await readOn(store, scope20, reader);
          else if (reader.revision > 0) {
            await store.compact(scope20, persona.id, snapshotOf(reader.words), reader.revision);
          }
        }
        for (const reader of [...readers, newReader()]) {
          await readOn(store, scope20, reader);
          const seen = sorted(reader.words);
          if (!same(seen, sorted(words3))) fail(show(sorted(words3)), show(seen));
        }
      });
    }
  },
  {
    code: "BLOCK_TEXT",
    name: "keeps the text of the later revision, and reports which revision it shows",
    contract: ["BlockStore.setText", "Does nothing if a text of a later revision exists."],
    check: async (store, { fail }) => {
      await store.create(ada, persona);
      for (const revision of [2, 3]) await store.append(ada, persona.id, bytes(`u${revision}`));
      const set2 = async (text2, upTo, ...wanted) => {
        const info = await store.setText(ada, persona.id, text2, upTo);
        const block = await store.get(ada, persona.id);
        const seen = [block?.text, info.textRevision, info.revision];
        if (!same(seen, wanted)) fail(`text, its revision and that of the block ${show(wanted)}`, show(seen));
      };
      await set2("green tea", 1, "green tea", 1, 3);
      await set2("black tea", 3, "black tea", 3, 3);
      await set2("white tea", 2, "black tea", 3, 3);
      await set2("", 3, "", 3, 3);
      await set2("oolong", 3, "oolong", 3, 3);
      const found = await store.search?.(ada, { query: "green black white tea", mode: "keyword" }) ?? [];
      if (found.length > 0) fail("no hits for words that are no longer in the text", show(found));
    }
  },
  {
    code: "BLOCK_COMPACT_REFUSED",
    name: "refuses a snapshot or a text of a revision that the block does not have, and a text that cannot be stored",
    contract: ["BlockStore.compact", "The revision that `read` returned with the data the snapshot was made from."],
    check: async (store, bench) => {
      await store.create(ada, persona);
      for (const upTo of [0, 2, -1, 0.5, Number.NaN, "1", void 0]) {
        const compact = () => store.compact(ada, persona.id, bytes("s"), upTo);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `a snapshot up to ${show(upTo)}`, compact);
        const setText = () => store.setText(ada, persona.id, "a", upTo);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `a text up to ${show(upTo)}`, setText);
      }
      for (const text2 of ["a\uD800", 7, null, void 0]) {
        const setText = () => store.setText(ada, persona.id, text2, 1);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the text ${show(text2)}`, setText);
      }
      const block = await store.get(ada, persona.id);
      if (!same([block?.text, block?.textRevision, block?.snapshotSize], ["", 0, 0])) {
        bench.fail("the block unchanged", show(block));
      }
    }
  }
];
function sizesOf({ revision, contentRevision, snapshotSize, updates, updatesSize }) {
  return [revision, contentRevision, snapshotSize, updates, updatesSize];
}

// packages/testkit/src/block-store/create-rules.ts
var createRules = [
  {
    code: "BLOCK_CREATE",
    name: "returns a block as it was created, the same from create, get, find, list and read",
    contract: ["BlockStore.create", "Creates a block."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (block) => {
        const scope20 = nextScope();
        let made;
        const code = await codeOf(async () => {
          made = await store.create(scope20, block);
        });
        if (made === void 0) {
          const mayRefuse = hasHalf(block.text ?? "") && code === "STORE_VALUE_INVALID";
          if (!mayRefuse) fail(`${show(block)} to be stored`, code);
          const kept4 = await store.get(scope20, block.id);
          if (kept4 !== void 0) fail("nothing stored of a refused block", show(kept4));
          return;
        }
        const { snapshot, text: text2, meta = {}, ...said2 } = block;
        const revisions = { revision: 1, contentRevision: 1, textRevision: text2 === void 0 ? 0 : 1 };
        const info = { ...said2, meta, ...revisions, snapshotSize: snapshot?.length ?? 0, updates: 0, updatesSize: 0 };
        const full4 = { ...info, text: text2 ?? "" };
        const wanted = [full4, full4, info, { blocks: [info], more: false }, { revision: 1, snapshot, updates: [] }];
        const [id2, label] = [block.id, block.label];
        const seen = [
          ...[made, await store.get(scope20, id2), await store.find(scope20, label)],
          ...[await store.list(scope20), await store.read(scope20, id2)]
        ];
        if (!same(seen, wanted)) fail(canonical(wanted), canonical(seen));
      };
      for (const text2 of hostileTexts) await check2({ ...persona, text: text2 });
      const every = new Uint8Array(256).map((_, index2) => index2);
      await check2({ ...persona, snapshot: every });
      await check2({ ...persona, meta: { nested: [{ a: null }], ["__proto__"]: 1, left: void 0 } });
      await forEach(anyBlock, check2);
    }
  },
  {
    code: "BLOCK_REFUSED",
    name: "refuses invalid blocks, and keeps existing ones",
    contract: refused2,
    check: async (store, bench) => {
      await store.create(ada, persona);
      for (const [what, block] of noBlocks) {
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => store.create(ada, block));
        const { blocks } = await store.list(ada);
        const ids2 = blocks.map(({ id: id2 }) => id2);
        if (!same(ids2, [persona.id])) bench.fail(`the earlier content unchanged after ${what}`, show(ids2));
      }
    }
  },
  {
    code: "BLOCK_MISSING",
    name: "reports a missing block as missing, and does not create it",
    contract: ["BlockStore.read", "`undefined` if it does not exist."],
    check: async (store, bench) => {
      const one2 = bytes("1");
      await mustEndWith(bench, "BLOCK_MISSING", "append", () => store.append(ada, "gone", one2));
      await mustEndWith(bench, "BLOCK_MISSING", "change", () => store.change(ada, "gone", { kind: "log" }));
      await mustEndWith(bench, "BLOCK_MISSING", "compact", () => store.compact(ada, "gone", one2, 1));
      await mustEndWith(bench, "BLOCK_MISSING", "setText", () => store.setText(ada, "gone", "a", 1));
      const seen = [await store.read(ada, "gone"), await store.get(ada, "gone"), await store.find(ada, "gone")];
      if (!same(seen, [void 0, void 0, void 0])) bench.fail("undefined from read, get and find", show(seen));
      await store.create(ada, notes);
      await mustEndWith(bench, "BLOCK_MISSING", "append by a label", () => store.append(ada, notes.label, one2));
    }
  }
];

// packages/testkit/src/block-store/filter-rules.ts
import * as fc14 from "fast-check";
var kinds4 = ["core", "log", "constructor"];
var labels = ["notes", "notes/a", "notes/b", "n", "no_e", "noXe", "n%", "n*", "__proto__"];
var anyFilter = fc14.record(
  {
    kinds: fc14.uniqueArray(fc14.constantFrom(...kinds4), { maxLength: 2 }),
    labelPrefix: fc14.constantFrom("", "notes", "notes/", "no_", "n%", "n*", "N", "__"),
    stale: fc14.boolean()
  },
  { requiredKeys: [] }
);
var anyBlocks = fc14.uniqueArray(fc14.constantFrom(...labels), { minLength: 1, maxLength: 6 }).chain(
  (chosen) => fc14.tuple(
    ...chosen.map(
      (label, index2) => fc14.record(
        {
          id: fc14.constant(`id ${index2}`),
          label: fc14.constant(label),
          kind: fc14.constantFrom(...kinds4),
          text: fc14.constant("a")
        },
        { requiredKeys: ["id", "label", "kind"] }
      )
    )
  )
);
function isMeant({ label, kind, text: text2 }, filter) {
  if (filter.kinds && !filter.kinds.includes(kind)) return false;
  if (filter.labelPrefix !== void 0 && label.slice(0, filter.labelPrefix.length) !== filter.labelPrefix) return false;
  return filter.stale === void 0 || filter.stale === (text2 === void 0);
}
var apart3 = labels.map((label, index2) => ({ id: `id ${index2}`, label, kind: "core" }));
var filters = [
  ...[{}, { kinds: [] }, { kinds: ["log"] }, { kinds: ["core", "log"] }, { stale: true }, { stale: false }],
  ...["notes/", "no_", "n%", "n*", "N", "__"].map((labelPrefix) => ({ labelPrefix }))
];
var filterRules = [
  {
    code: "BLOCK_FILTER",
    name: "lists the blocks that match a filter, page by page: by kind, label prefix, and whether the text is outdated",
    contract: ["BlockFilter", "A filter for blocks. Omitted fields match everything."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (all2, filter, limit2) => {
        const scope20 = nextScope();
        for (const block of all2) await store.create(scope20, block);
        const wanted = all2.filter((block) => isMeant(block, filter)).map(({ id: id2 }) => id2);
        const seen = [];
        for (let more = true; more; ) {
          const after2 = seen.at(-1);
          const page = await store.list(scope20, { filter, limit: limit2, ...after2 === void 0 ? {} : { after: after2 } });
          seen.push(...page.blocks.map(({ id: id2 }) => id2));
          more = page.more && page.blocks.length > 0;
        }
        if (!same(seen, wanted)) fail(`${show(wanted)} for ${show(filter)} of ${show(all2)}`, show(seen));
      };
      for (const filter of filters) await check2([...apart3, { ...persona, id: "id z", text: "a" }], filter, 2);
      const sample = fc14.tuple(anyBlocks, anyFilter, fc14.integer({ min: 1, max: 3 }));
      await forEach(sample, ([all2, filter, limit2]) => check2(all2, filter, limit2));
    }
  },
  {
    code: "BLOCK_FILTER_REFUSED",
    name: "refuses invalid filters",
    contract: refused2,
    check: async (store, bench) => {
      const wrong = [
        { kinds: "core" },
        { kinds: [7] },
        { labelPrefix: 7 },
        { stale: 1 },
        { kind: "core" },
        "core",
        null
      ];
      for (const filter of wrong) {
        const list2 = () => store.list(ada, { filter });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the filter ${show(filter)}`, list2);
      }
    }
  },
  {
    code: "BLOCK_SEARCH_LABEL",
    name: "also finds blocks by their labels, but not by former ones",
    contract: searches,
    check: async (store, { fail, skip }) => {
      if (!store.search) return skip(lacking(store, "search"));
      await store.create(ada, { ...persona, label: "vendors", text: "Ada and Bob" });
      await store.create(ada, { ...notes, text: "The picnic is on Friday." });
      const mustFind4 = async (query, ...wanted) => {
        const hits = await store.search?.(ada, { query, mode: "keyword" }) ?? [];
        const seen = hits.map(({ item }) => item.id);
        if (!same(seen, wanted)) fail(`${show(wanted)} for ${show(query)}`, show(seen));
      };
      await mustFind4("Which vendors?", persona.id);
      await store.change(ada, persona.id, { label: "suppliers" });
      await mustFind4("vendors");
      await mustFind4("suppliers", persona.id);
    }
  },
  {
    code: "BLOCK_SEARCH_FILTER",
    name: "finds only blocks of the requested kinds, and refuses filters that blocks do not support",
    contract: ["MemoryFilter", "A filter for entries. Omitted fields match everything."],
    check: async (store, bench) => {
      if (!store.search) return bench.skip(lacking(store, "search"));
      await store.create(ada, { ...persona, text: "green tea" });
      await store.create(ada, { ...notes, kind: "log", text: "black tea" });
      for (const [wanted, ...asked] of [
        [["one"], "core"],
        [["two"], "log"],
        [["one", "two"], "core", "log"],
        [[], "none"],
        [[]]
      ]) {
        const hits = await store.search(ada, { query: "tea", filter: { kinds: asked } });
        const seen = hits.map(({ item }) => item.id).toSorted();
        if (!same(seen, wanted)) bench.fail(`${show(wanted)} of the kinds ${show(asked)}`, show(seen));
      }
      for (const filter of [{ tags: ["x"] }, { minImportance: 5 }]) {
        const search = () => store.search?.(ada, { query: "tea", filter });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the filter ${show(filter)}`, search);
      }
    }
  }
];

// packages/testkit/src/block-store/label-rules.ts
import * as fc15 from "fast-check";
var ids = ["a", "b", "c"];
var labels2 = ["x", "X", "y"];
var step10 = fc15.record({
  kind: fc15.constantFrom("create", "create", "create", "rename", "rename", "delete", "erase"),
  id: fc15.constantFrom(...ids),
  label: fc15.constantFrom(...labels2)
});
var labelRules = [
  {
    code: "BLOCK_EXISTS",
    name: "refuses a second block with the same id or label, and names the existing block",
    contract: ["BlockStore.create", "`BLOCK_EXISTS` when the scope has a block with that id or label"],
    check: async (store, { fail }) => {
      const mustBeThere = async (what, call3) => {
        const seen = await call3().catch((error) => error);
        const there2 = isLamellaError(seen, "BLOCK_EXISTS") ? seen.details : void 0;
        const wanted = { id: persona.id, label: persona.label };
        if (!same(there2, wanted)) fail(`BLOCK_EXISTS with ${show(wanted)} for ${what}`, show(there2 ?? seen));
      };
      await store.create(ada, persona);
      await mustBeThere("a second block with its id", () => store.create(ada, { ...notes, id: persona.id }));
      await mustBeThere("a second block with its label", () => store.create(ada, { ...notes, label: persona.label }));
      await store.create(ada, notes);
      await mustBeThere("a change to its label", () => store.change(ada, notes.id, { label: persona.label }));
      const { label } = await store.get(ada, notes.id) ?? {};
      if (label !== notes.label) fail("the former label of the other block", show(label));
      await store.create(bob, persona);
    }
  },
  {
    code: "BLOCK_LABELS",
    name: "finds a block by its current label, whatever is created, renamed, deleted and erased",
    contract: ["BlockStore", "a label that is unique in its scope"],
    check: async (store, bench) => {
      const nextScope = newScopes();
      const scope20 = nextScope();
      for (const [index2, label] of hostileIds.entries()) {
        await store.create(scope20, { id: `id ${index2}`, label, kind: "core" });
      }
      for (const [index2, label] of hostileIds.entries()) {
        const found = await store.find(scope20, label);
        if (found?.id !== `id ${index2}`) bench.fail(`"id ${index2}" by the label ${show(label)}`, show(found));
      }
      await bench.forEach(fc15.array(step10, { minLength: 2, maxLength: 12 }), async (steps) => {
        const own2 = nextScope();
        const model = /* @__PURE__ */ new Map();
        for (const one2 of steps) {
          const { kind, id: id2, label } = one2;
          const isTaken = [...model].some(([other5, taken]) => taken === label && other5 !== id2);
          if (kind === "create") {
            const wanted = isTaken || model.has(id2) ? "BLOCK_EXISTS" : void 0;
            await mustEndWith(bench, wanted, show(one2), () => store.create(own2, { id: id2, label, kind: "core" }));
            if (!wanted) model.set(id2, label);
          } else if (kind === "rename") {
            const wanted = !model.has(id2) ? "BLOCK_MISSING" : isTaken ? "BLOCK_EXISTS" : void 0;
            await mustEndWith(bench, wanted, show(one2), () => store.change(own2, id2, { label }));
            if (!wanted) model.set(id2, label);
          } else if (kind === "delete") {
            await store.delete(own2, id2);
            model.delete(id2);
          } else if (store.erase) {
            await store.erase(own2);
            model.clear();
          }
          const seen = await labelled(store, own2);
          const known = labels2.map((each2) => [each2, [...model].find(([, taken]) => taken === each2)?.[0]]);
          if (!same(seen, known)) bench.fail(`${canonical(known)} after ${show(one2)}`, canonical(seen));
        }
      });
    }
  }
];
async function labelled(store, scope20) {
  const found = [];
  for (const label of labels2) found.push([label, (await store.find(scope20, label))?.id]);
  return found;
}

// packages/testkit/src/block-store/parallel-rules.ts
var parallelRules = [
  {
    code: "BLOCK_PARALLEL",
    name: "neither loses nor duplicates concurrent updates, and gives each its own revision",
    contract: ["BlockStore.append", "Concurrent appends do not matter"],
    check: async (store, { fail }) => {
      await store.create(ada, persona);
      const words3 = Array.from({ length: 20 }, (_, index2) => `u${index2}`);
      const answers = await Promise.all(words3.map((word) => store.append(ada, persona.id, bytes(word))));
      const revisions = answers.map(({ revision }) => revision).toSorted((a, b3) => a - b3);
      const wanted = words3.map((_, index2) => index2 + 2);
      if (!same(revisions, wanted)) fail(`the revisions ${show(wanted)}`, show(revisions));
      const [, ...seen] = contentTexts(await store.read(ada, persona.id));
      if (!same(seen.toSorted(), words3.toSorted())) fail(show(words3), show(seen));
    }
  },
  {
    code: "BLOCK_PARALLEL_CONFLICT",
    name: "lets one of several concurrent writers with the same expected revision win",
    contract: ["BlockAppendOptions.expectedRevision", "The revision the caller last saw."],
    check: async (store, { fail }) => {
      await store.create(ada, persona);
      for (let expectedRevision = 1; expectedRevision < 5; expectedRevision++) {
        const write = (_, index2) => codeOf(() => store.append(ada, persona.id, bytes(`${index2}`), { expectedRevision }));
        const codes = await Promise.all(Array.from({ length: 8 }, write));
        const lost = codes.filter((code) => code === "BLOCK_CONFLICT").length;
        if (lost !== 7) fail("7 of 8 to end with BLOCK_CONFLICT", show(codes));
      }
    }
  },
  {
    code: "BLOCK_PARALLEL_LABEL",
    name: "lets one of several concurrent writers that create a block with the same label win",
    contract: ["BlockStore.create", "`BLOCK_EXISTS` when the scope has a block with that id or label"],
    check: async (store, { fail }) => {
      const make = (_, index2) => codeOf(() => store.create(ada, { ...notes, id: `${index2}` }));
      const codes = await Promise.all(Array.from({ length: 8 }, make));
      const lost = codes.filter((code) => code === "BLOCK_EXISTS").length;
      if (lost !== 7) fail("7 of 8 to end with BLOCK_EXISTS", show(codes));
      const { blocks } = await store.list(ada);
      if (blocks.length !== 1) fail("one block", show(blocks.map(({ label }) => label)));
    }
  },
  {
    code: "BLOCK_PARALLEL_OPERATION",
    name: "appends the update of an operation once when it is requested several times concurrently",
    contract: ["BlockAppendOptions.operation", "A name for this update, unique in the block."],
    check: async (store, { fail }) => {
      await store.create(ada, persona);
      const append = () => store.append(ada, persona.id, bytes("u"), { operation: "edit" });
      const answers = await Promise.all(Array.from({ length: 5 }, append));
      const first = answers.filter(({ repeated }) => !repeated);
      if (first.length !== 1 || answers.some(({ revision }) => revision !== 2)) {
        fail("one answer that is not repeated, and revision 2 in total", show(answers));
      }
      const [, ...seen] = contentTexts(await store.read(ada, persona.id));
      if (!same(seen, ["u"])) fail("the update once", show(seen));
    }
  }
];

// packages/testkit/src/block-store/share-access-rules.ts
import * as fc16 from "fast-check";

// packages/testkit/src/block-store/sharing.ts
var sharingMethods = [
  "share",
  "unshare",
  "shares",
  "listShared",
  "findShared",
  "readShared",
  "appendShared"
];
function canShare(store) {
  return sharingMethods.every((method) => typeof store[method] === "function");
}
function mustShare(store, bench) {
  return canShare(store) ? store : bench.skip(lacking(store, ...sharingMethods));
}

// packages/testkit/src/block-store/share-access-rules.ts
var reading = { permission: "read" };
var disordered2 = ["\uFFFF", "\u{1F600}", "b", "B", "__proto__"];
var step11 = fc16.record({
  kind: fc16.constantFrom("share", "share", "unshare", "append", "append", "read"),
  from: fc16.nat({ max: 3 }),
  to: fc16.nat({ max: 3 }),
  permission: fc16.constantFrom("read", "write", "WRITE")
});
var shareAccessRules = [
  {
    code: "BLOCK_SHARE_ACCESS",
    name: "allows reads and writes by the permissions of that moment, whatever is shared, changed and ended",
    contract: ["BlockSharing", "Access across owners requires a share"],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      await store.create(ada, persona);
      const append = (permission) => () => store.appendShared(bob, ada, persona.id, bytes("u"), permission === void 0 ? {} : { permission });
      for (const scope20 of [bob, carol]) await store.share(ada, persona.id, scope20, reading);
      await mustEndWith(bench, "BLOCK_NOT_SHARED", "an update by a read-only grantee", append());
      await store.share(ada, persona.id, bob, { permission: "write", write: true });
      await mustEndWith(bench, "BLOCK_NOT_SHARED", "an update with another permission", append("read"));
      await mustEndWith(bench, void 0, "an update with the permission of the share", append("write"));
      await store.unshare(ada, persona.id, bob);
      await mustEndWith(bench, "BLOCK_NOT_SHARED", "an update after the share ended", append());
      const left = await store.readShared(carol, ada, persona.id);
      if (!left) bench.fail("the share of the other scope to continue", show(left));
      const nextScope = newScopes();
      await bench.forEach(fc16.array(step11, { minLength: 3, maxLength: 16 }), async (steps) => {
        const { tenant } = nextScope();
        const scopes = [
          ...[{ tenant }, { tenant, agent: "a" }, { tenant, user: "u" }],
          { tenant: `other ${tenant}`, agent: "a" }
        ];
        const words3 = scopes.map(() => []);
        const shares = /* @__PURE__ */ new Map();
        for (const scope20 of scopes) await store.create(scope20, persona);
        for (const [index2, { kind, from, to, permission }] of steps.entries()) {
          const [owner, other5] = [scopes[from], scopes[to]];
          const key = `${from} ${to}`;
          const has = shares.get(key);
          const what = `${kind} of ${show(owner)} for ${show(other5)} with ${permission}, where the share is ${show(has)}`;
          if (kind === "share") {
            const isFit = from !== to && owner.tenant === other5.tenant;
            const write = permission !== "read";
            const share = () => store.share(owner, persona.id, other5, { permission, write });
            await mustEndWith(bench, isFit ? void 0 : "STORE_VALUE_INVALID", what, share);
            if (isFit) shares.set(key, permission);
          } else if (kind === "unshare") {
            const ended = await store.unshare(owner, persona.id, other5);
            if (ended !== shares.delete(key)) bench.fail(`${has !== void 0} for ${what}`, show(ended));
          } else if (kind === "append") {
            const options3 = permission === "read" ? {} : { permission };
            const mayWrite = has !== void 0 && has !== "read" && (permission === "read" || permission === has);
            const append2 = () => store.appendShared(other5, owner, persona.id, bytes(`${index2}`), options3);
            await mustEndWith(bench, mayWrite ? void 0 : "BLOCK_NOT_SHARED", what, append2);
            if (mayWrite) words3[from]?.push(`${index2}`);
          } else {
            const content2 = await store.readShared(other5, owner, persona.id);
            const seen = content2 && contentTexts(content2).slice(1);
            const wanted = has === void 0 ? void 0 : words3[from];
            if (!same(seen, wanted)) bench.fail(`${show(wanted)} for ${what}`, show(seen));
          }
        }
      });
    }
  },
  {
    code: "BLOCK_SHARE_LIST",
    name: "lists shares and shared blocks in UTF-16 code unit order",
    contract: [
      "BlockSharing.listShared",
      "Lists the blocks that others share with exactly this scope, by user, agent and block id in code unit order"
    ],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      const wanted = disordered2.toSorted();
      for (const agent of disordered2) {
        for (const id2 of disordered2) {
          await store.create({ tenant: "acme", agent }, { id: id2, label: id2, kind: "core" });
          await store.share({ tenant: "acme", agent }, id2, carol, reading);
        }
        await store.share({ tenant: "acme", agent }, "b", bob, reading);
      }
      const shared3 = await store.listShared(carol);
      const seen = shared3.map(({ owner, block }) => [owner.agent, block.id]);
      const pairs = wanted.flatMap((agent) => wanted.map((id2) => [agent, id2]));
      if (!same(seen, pairs)) bench.fail(show(pairs), show(seen));
      await store.create(ada, persona);
      for (const agent of disordered2) await store.share(ada, persona.id, { tenant: "acme", agent }, reading);
      const agents = (await store.shares(ada, persona.id)).map(({ scope: scope20 }) => scope20.agent);
      if (!same(agents, wanted)) bench.fail(show(wanted), show(agents));
    }
  },
  {
    code: "BLOCK_SHARE_SEARCH",
    name: "finds only what is shared, with scores that depend on that alone",
    contract: ["BlockSharing.searchShared", "Scores depend only on what is shared"],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      if (!store.searchShared) return bench.skip(lacking(store, "searchShared"));
      await store.create(ada, { ...persona, text: "Ada likes green tea." });
      await store.share(ada, persona.id, bob, reading);
      await mustFind3(store, bench, ["one"]);
      const [before2] = await store.searchShared(bob, { query: "tea", mode: "keyword" });
      const { owner, permission, block } = before2?.item ?? {};
      if (!same([owner, permission, block?.text], [ada, "read", "Ada likes green tea."])) {
        bench.fail("the block with its owner, its permission and its text", show(before2));
      }
      await store.create(ada, { ...notes, text: "tea, tea and tea" });
      await store.create(bob, { ...persona, text: "more tea" });
      await mustFind3(store, bench, ["one"]);
      const [after2] = await store.searchShared(bob, { query: "tea", mode: "keyword" });
      if (after2?.score !== before2?.score) bench.fail(`the score ${before2?.score} as before`, show(after2?.score));
      await store.unshare(ada, persona.id, bob);
      await mustFind3(store, bench, []);
    }
  }
];
async function mustFind3(store, bench, wanted) {
  const hits = await store.searchShared?.(bob, { query: "tea", mode: "keyword" }) ?? [];
  const seen = hits.map(({ item }) => item.block.id);
  if (!same(seen, wanted)) bench.fail(`${show(wanted)} for 'tea'`, show(seen));
}

// packages/testkit/src/block-store/share-rules.ts
var writing = { permission: "append", write: true };
var reading2 = { permission: "read" };
var shareRules = [
  {
    code: "BLOCK_SHARE_METHODS",
    name: "has all sharing methods or none",
    contract: ["BlockStore", "A store that can share blocks also implements `BlockSharing`."],
    check: async (store, { fail }) => {
      const there2 = [...sharingMethods, "searchShared"].filter((name) => store[name] !== void 0);
      if (there2.length > 0 && !canShare(store)) fail(`${show(sharingMethods)}, or none of them`, show(there2));
    }
  },
  {
    code: "BLOCK_SHARE",
    name: "lets another scope find, read and write a block that is shared with it, and shows its writes to the owner",
    contract: ["BlockSharing", "Shares blocks with other scopes of the same tenant"],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      await store.create(ada, { ...persona, meta: { a: 1 }, snapshot: bytes("s") });
      const block = await store.find(ada, persona.label);
      const answer = await store.share(ada, persona.id, bob, writing);
      const share = { scope: bob, ...writing };
      if (!same(answer, share)) bench.fail(show(share), show(answer));
      const shared3 = { owner: ada, block, ...writing };
      const seen = [await store.listShared(bob), await store.findShared(bob, ada, persona.label)];
      if (!same(seen, [[shared3], shared3])) bench.fail(show([[shared3], shared3]), show(seen));
      const shares = await store.shares(ada, persona.id);
      if (!same(shares, [share])) bench.fail(show([share]), show(shares));
      const first = contentTexts(await store.readShared(bob, ada, persona.id));
      if (!same(first, ["s"])) bench.fail("the snapshot for the grantee", show(first));
      const edit = { operation: "edit", permission: writing.permission };
      for (const repeated of [false, true]) {
        const appended = await store.appendShared(bob, ada, persona.id, bytes("u"), edit);
        if (!same(appended, { revision: 2, repeated })) bench.fail(show({ revision: 2, repeated }), show(appended));
      }
      const all2 = contentTexts(await store.read(ada, persona.id));
      if (!same(all2, ["s", "u"])) bench.fail("the grantee's write, for the owner", show(all2));
      const after2 = contentTexts(await store.readShared(bob, ada, persona.id, 2));
      if (!same(after2, [void 0])) bench.fail("nothing new since revision 2", show(after2));
      await mustEndWith(
        bench,
        "BLOCK_CONFLICT",
        "appendShared at another revision",
        () => store.appendShared(bob, ada, persona.id, bytes("v"), { expectedRevision: 1 })
      );
      const own2 = await store.get(bob, persona.id);
      if (own2 !== void 0) bench.fail("nothing through its own methods", show(own2));
      await store.delete(bob, persona.id);
      await store.change(ada, persona.id, { label: "renamed" });
      const renamed = [
        await store.findShared(bob, ada, persona.label),
        (await store.findShared(bob, ada, "renamed"))?.block.id
      ];
      if (!same(renamed, [void 0, persona.id])) bench.fail("the block by its new label alone", show(renamed));
    }
  },
  {
    code: "BLOCK_SHARE_OTHERS",
    name: "hides a block, and whether it exists, from scopes that it is not shared with",
    contract: ["BlockShare", "With whom a block is shared."],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      await store.create(ada, persona);
      await store.create(bob, notes);
      await store.share(ada, persona.id, bob, writing);
      const others2 = [{ ...bob, user: "u" }, carol, { tenant: "acme" }, { tenant: "other", agent: "bob" }, ada];
      for (const scope20 of others2) {
        const seen = [
          await store.listShared(scope20),
          await store.findShared(scope20, ada, persona.label),
          await store.readShared(scope20, ada, persona.id)
        ];
        if (!same(seen, [[], void 0, void 0])) bench.fail(`nothing for ${show(scope20)}`, show(seen));
        for (const id2 of [persona.id, "gone"]) {
          const append = () => store.appendShared(scope20, ada, id2, bytes("u"));
          await mustEndWith(bench, "BLOCK_NOT_SHARED", `an update of ${id2} by ${show(scope20)}`, append);
        }
      }
      const mine = await store.findShared(bob, ada, notes.label);
      if (mine !== void 0) bench.fail("nothing for a label that only the scope's own block has", show(mine));
      const inSession = await store.readShared({ ...bob, session: "s" }, ada, persona.id);
      if (!inSession) bench.fail("the block in a session of the grantee", show(inSession));
    }
  },
  {
    code: "BLOCK_SHARE_REFUSED",
    name: "refuses to share with another tenant or the owner, to share a missing block, and invalid options",
    contract: [
      "BlockSharing.share",
      "`BLOCK_MISSING`, `STORE_VALUE_INVALID` for a grantee of another tenant, and for the owner itself"
    ],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      await store.create(ada, persona);
      const refuse = (what, grantee, options3) => mustEndWith(
        bench,
        "STORE_VALUE_INVALID",
        what,
        () => store.share(ada, persona.id, grantee, options3)
      );
      await refuse("another tenant", { tenant: "other", agent: "bob" }, reading2);
      await refuse("the owner", { ...ada, session: "s" }, reading2);
      await refuse("no permission", bob, {});
      await refuse("an empty permission", bob, { permission: "" });
      await refuse("a number for write", bob, { ...reading2, write: 1 });
      await refuse("an unknown option", bob, { ...reading2, access: "all" });
      await mustEndWith(bench, "BLOCK_MISSING", "a missing block", () => store.share(ada, "gone", bob, reading2));
      const kept4 = await store.shares(ada, persona.id);
      if (kept4.length > 0) bench.fail("no share", show(kept4));
      await store.share(ada, persona.id, bob, writing);
      await mustEndWith(
        bench,
        "BLOCK_MISSING",
        "sharing a block onward",
        () => store.share(bob, persona.id, carol, reading2)
      );
    }
  },
  {
    code: "BLOCK_SHARE_GONE",
    name: "removes shares with their blocks, and with the scopes that granted or received them",
    contract: [
      "BlockSharing",
      "Deleting a block removes its shares; erasing a scope removes the shares it granted and received"
    ],
    check: async (given, bench) => {
      const store = mustShare(given, bench);
      const mustShow = async (when, wanted) => {
        const seen = (await store.listShared(bob)).map(({ block }) => block.id).toSorted();
        if (!same(seen, wanted)) bench.fail(`${show(wanted)} shared ${when}`, show(seen));
      };
      for (const block of [persona, notes]) {
        await store.create(ada, block);
        await store.share(ada, block.id, bob, reading2);
      }
      await mustShow("at first", ["one", "two"]);
      await store.delete(ada, persona.id);
      await mustShow("after a delete", ["two"]);
      await store.create(ada, persona);
      await mustShow("after a new block with that id", ["two"]);
      if (!store.erase) return;
      await store.erase(bob);
      await mustShow("after erasing the scope that received them", []);
      await store.share(ada, notes.id, bob, reading2);
      await store.erase(ada);
      await mustEndWith(bench, void 0, "a new block after erase", () => store.create(ada, notes));
      await mustShow("after erasing the scope that granted them", []);
    }
  }
];

// packages/testkit/src/block-store/shelf.ts
var one = bytes("1");
var blockShelf = {
  thing: "a block",
  grows: false,
  rules: blockRules,
  put: async (store, scope20, id2, { text: text2, date: date2 }) => {
    const block = await store.get(scope20, id2);
    if (block) return await store.setText(scope20, id2, text2, block.revision);
    const options3 = date2 === void 0 ? {} : { at: new Date(date2) };
    return await store.create(scope20, { id: id2, label: id2, kind: "core", text: text2 }, options3);
  },
  texts: async (store, scope20, id2) => {
    const block = await store.get(scope20, id2);
    return block ? [block.text] : [];
  },
  list: async (store, scope20, request) => {
    const { blocks, more } = await store.list(scope20, request);
    return { ids: blocks.map(({ id: id2 }) => id2), more };
  },
  delete: (store, scope20, id2) => store.delete(scope20, id2),
  has: (store, method) => typeof store[method] === "function",
  erase: async (store, scope20) => await store.erase?.(scope20) ?? 0,
  search: async (store, scope20, request) => {
    const hits = await store.search?.(scope20, request) ?? [];
    return hits.map(({ item, score, by }) => ({ id: item.id, text: item.text, score, by }));
  },
  close: async (store) => await store.close?.(),
  calls: (store) => [
    ["create", (scope20, id2) => store.create(scope20, { id: id2, label: "a", kind: "core" })],
    ["create with a label instead", (scope20, label) => store.create(scope20, { id: "a", label, kind: "core" })],
    ["append", (scope20, id2) => store.append(scope20, id2, one)],
    ["change", (scope20, id2) => store.change(scope20, id2, {})],
    ["compact", (scope20, id2) => store.compact(scope20, id2, one, 1)],
    ["setText", (scope20, id2) => store.setText(scope20, id2, "a", 1)],
    ["read", (scope20, id2) => store.read(scope20, id2)],
    ["get", (scope20, id2) => store.get(scope20, id2)],
    ["find with a label instead", (scope20, label) => store.find(scope20, label)],
    ["delete", (scope20, id2) => store.delete(scope20, id2)],
    ...sharingCalls(store)
  ],
  scopeCalls: (store) => {
    const calls = [
      ["list", (scope20) => store.list(scope20)],
      store.search && ["search", (scope20) => store.search?.(scope20, { query: "a" })],
      store.erase && ["erase", (scope20) => store.erase?.(scope20)],
      store.listShared && ["listShared", (scope20) => store.listShared?.(scope20)],
      store.searchShared && ["searchShared", (scope20) => store.searchShared?.(scope20, { query: "a" })]
    ];
    return [...calls.filter((call3) => call3 !== void 0), ...otherScopeCalls(store)];
  }
};
var other = { tenant: "acme", agent: "other" };
function sharingCalls(store) {
  if (!canShare(store)) return [];
  return [
    ["share", (scope20, id2) => store.share(scope20, id2, other, { permission: "read" })],
    ["unshare", (scope20, id2) => store.unshare(scope20, id2, other)],
    ["shares", (scope20, id2) => store.shares(scope20, id2)],
    ["findShared with a label instead", (scope20, label) => store.findShared(scope20, other, label)],
    ["readShared", (scope20, id2) => store.readShared(scope20, other, id2)],
    ["appendShared", (scope20, id2) => store.appendShared(scope20, other, id2, one)]
  ];
}
function otherScopeCalls(store) {
  if (!canShare(store)) return [];
  return [
    ["share for the grantee", (scope20) => store.share(other, "a", scope20, { permission: "read" })],
    ["unshare for the grantee", (scope20) => store.unshare(other, "a", scope20)],
    ["findShared for the owner", (scope20) => store.findShared(other, scope20, "a")],
    ["readShared for the owner", (scope20) => store.readShared(other, scope20, "a")],
    ["appendShared for the owner", (scope20) => store.appendShared(other, scope20, "a", one)]
  ];
}

// packages/testkit/src/block-store/state-rules.ts
var full = { ...persona, meta: { list: ["a"], ["__proto__"]: 1 }, text: "Ada likes green tea." };
async function everything2(store) {
  const hits = await store.search?.(ada, { query: "tea", mode: "keyword" }) ?? [];
  const shared3 = canShare(store) ? [await store.shares(ada, persona.id), await store.listShared(bob)] : [];
  return [
    ...[await store.get(ada, persona.id), await store.find(ada, persona.label), await store.read(ada, persona.id)],
    ...[await store.list(ada), hits.map(({ item }) => item), ...shared3]
  ];
}
var blockStateRules = [
  {
    code: "BLOCK_PURE",
    name: "does not mutate its arguments",
    contract: ["G9 pure", "nothing passed in is mutated"],
    check: async (store, { fail }) => {
      const given = { ...structuredClone(full), snapshot: bytes("s") };
      const update = bytes("u");
      await store.create(ada, given);
      await store.append(ada, persona.id, update);
      await store.compact(ada, persona.id, update, 2);
      const seen = [given, update];
      const wanted = [{ ...full, snapshot: bytes("s") }, bytes("u")];
      if (!same(seen, wanted)) fail(canonical(wanted), canonical(seen));
      const scope20 = deepFreeze({ ...ada });
      await store.create(scope20, deepFreeze({ ...structuredClone(full), ...notes }), deepFreeze({}));
      await store.append(scope20, notes.id, update, deepFreeze({ operation: "o" }));
      await store.change(scope20, notes.id, deepFreeze({ meta: { a: [1] } }), deepFreeze({ expectedRevision: 2 }));
      await store.list(scope20, deepFreeze({ filter: { kinds: ["core"] }, limit: 2 }));
      await store.search?.(scope20, deepFreeze({ query: "tea", filter: { kinds: ["core"] }, limit: 2 }));
      if (canShare(store)) {
        await store.share(scope20, notes.id, deepFreeze({ ...bob }), deepFreeze({ permission: "read" }));
      }
      await store.delete(scope20, notes.id, deepFreeze({ expectedRevision: 3 }));
    }
  },
  {
    code: "BLOCK_COPIES",
    name: "keeps stored values unchanged when callers mutate arguments or results",
    contract: ["BlockStore", "Keeps memory blocks"],
    check: async (store, { fail }) => {
      const given = { ...structuredClone(full), snapshot: bytes("s") };
      const made = store.create(ada, given);
      spoil(given);
      spoil(await made);
      const update = bytes("u");
      const appended = store.append(ada, persona.id, update);
      spoil(update);
      spoil(await appended);
      if (canShare(store)) spoil(await store.share(ada, persona.id, { ...bob }, { permission: "read" }));
      const block = await store.get(ada, persona.id);
      const seen = [block?.meta, block?.text, contentTexts(await store.read(ada, persona.id))];
      const wanted = [full.meta, full.text, ["s", "u"]];
      if (!same(seen, wanted)) fail(`what was given: ${canonical(wanted)}`, canonical(seen));
      const before2 = canonical(await everything2(store));
      spoil(await everything2(store));
      const after2 = canonical(await everything2(store));
      if (after2 !== before2) fail(before2, after2);
    }
  },
  {
    code: "BLOCK_DELETED",
    name: "forgets everything about a deleted block, so that its id and label can be reused",
    contract: deletes2,
    check: async (store, { fail }) => {
      await store.create(ada, { ...full, snapshot: bytes("s") });
      await store.append(ada, persona.id, bytes("u"), { operation: "edit" });
      await store.delete(ada, persona.id);
      const made = await store.create(ada, persona);
      if (!same([made.revision, made.meta, made.text], [1, {}, ""]))
        fail("a block in its initial state", canonical(made));
      const answer = await store.append(ada, persona.id, bytes("v"), { operation: "edit" });
      const wanted = { revision: 2, repeated: false };
      if (!same(answer, wanted)) fail(`${show(wanted)} for an operation of the old block`, show(answer));
      const seen = contentTexts(await store.read(ada, persona.id));
      if (!same(seen, [void 0, "v"])) fail("the new update alone", show(seen));
    }
  },
  {
    code: "BLOCK_REOPEN",
    name: "keeps everything across a reopen: blocks, updates, operations, shares",
    contract: ["BlockStore", "Keeps memory blocks"],
    check: async (store, { fail, skip, options: { reopen } }) => {
      if (!reopen) return skip("the option reopen is not set");
      await store.create(ada, { ...full, snapshot: bytes("s") }, { at: /* @__PURE__ */ new Date("2026-05-12T08:00:00.000Z") });
      await store.append(ada, persona.id, bytes("u"), { operation: "edit" });
      await store.append(ada, persona.id, bytes("v"));
      await store.compact(ada, persona.id, bytes("su"), 2);
      await store.create(ada, notes);
      await store.change(ada, notes.id, { label: "renamed" });
      if (canShare(store)) await store.share(ada, persona.id, bob, { permission: "read" });
      const before2 = canonical(await everything2(store));
      await store.close?.();
      const again = await reopen(store);
      try {
        const after2 = canonical(await everything2(again));
        if (after2 !== before2) fail(before2, after2);
        const retry = await again.append(ada, persona.id, bytes("u"), { operation: "edit" });
        if (!same(retry, { revision: 2, repeated: true })) fail("the first answer for a retry", show(retry));
      } finally {
        await again.close?.();
      }
    }
  }
];

// packages/testkit/src/block-store/suite.ts
var rules2 = [
  ...createRules,
  ...labelRules,
  ...appendRules,
  ...parallelRules,
  ...compactRules,
  ...changeRules,
  ...filterRules,
  ...blockStateRules,
  ...shareRules,
  ...shareAccessRules,
  ...idRules(blockShelf),
  ...listRules(blockShelf),
  ...ownerRules(blockShelf),
  ...searchRules(blockShelf),
  ...weighingRules(blockShelf),
  ...storeRules(blockShelf)
];
function blockStoreSuite(make, options3 = {}) {
  return casesOf(rules2.map(closing2), make, options3);
}

// packages/testkit/src/kit/register-suite.ts
function registerSuite(runner, name, cases) {
  runner.describe(name, () => {
    for (const { name: title, code, run } of cases) {
      const skip = (reason) => runner.skipped?.(`${name}: ${code} skipped: ${reason}`);
      runner.it(`${title} (${code})`, (...[context]) => run(typeof context?.skip === "function" ? context : { skip }));
    }
  });
}

// packages/testkit/src/memory-store/filter-rules.ts
import * as fc18 from "fast-check";

// packages/testkit/src/memory-store/samples.ts
import * as fc17 from "fast-check";
var names4 = ["fact", "preference", "note", "a b", "\xC4", "__proto__", "a,b", "'"];
var days = [
  "2026-01-10",
  "2026-02-28",
  "2026-02-28T12:00:00.000Z",
  "2026-03-01T00:30:00+01:00",
  "2024-02-29"
];
var entryOf = (text2) => fc17.record(
  {
    id: fc17.constantFrom("a", "b", "c"),
    text: text2.filter((one2) => /\S/.test(one2)),
    kind: fc17.constantFrom(...names4),
    date: fc17.constantFrom(...days),
    importance: fc17.integer({ min: 1, max: 10 }),
    tags: fc17.uniqueArray(fc17.constantFrom(...names4), { maxLength: 3 }),
    source: text2.filter((one2) => /\S/.test(one2)),
    speaker: fc17.constantFrom(...names4),
    session: fc17.constantFrom(...names4),
    // JSON has only one zero.
    metadata: fc17.jsonValue({ maxDepth: 3 }).map((one2) => JSON.parse(JSON.stringify(one2)))
  },
  { requiredKeys: ["id", "text"] }
);
var soundEntry = entryOf(anyText);
var anyEntry = entryOf(anyString);
var noEntries = [
  ["null", null],
  ["a text", "Ada likes tea."],
  ["an entry without text", { id: "a" }],
  ["metadata that is not JSON", { id: "a", text: "a", metadata: { n: Number.NaN } }],
  ["a text that is not text", { id: "a", text: 7 }],
  ["an empty kind", { id: "a", text: "a", kind: "" }],
  ["a kind that is not text", { id: "a", text: "a", kind: 7 }],
  ["an invalid date", { id: "a", text: "a", date: "yesterday" }],
  ["an invalid day", { id: "a", text: "a", date: "2026-02-31" }],
  ["an instant without a time zone", { id: "a", text: "a", date: "2026-02-28T12:00:00" }],
  ["a Date", { id: "a", text: "a", date: /* @__PURE__ */ new Date(0) }],
  ["an importance of 0", { id: "a", text: "a", importance: 0 }],
  ["an importance of 11", { id: "a", text: "a", importance: 11 }],
  ["an importance of NaN", { id: "a", text: "a", importance: Number.NaN }],
  ["tags that are not a list", { id: "a", text: "a", tags: "fact" }],
  ["a tag that is not text", { id: "a", text: "a", tags: ["fact", 7] }],
  ["a source that is not text", { id: "a", text: "a", source: {} }],
  ["a speaker that is not text", { id: "a", text: "a", speaker: 7 }],
  ["a session that is not text", { id: "a", text: "a", session: ["s"] }],
  ["an unknown field", { id: "a", text: "a", colour: "red" }]
];

// packages/testkit/src/memory-store/filter-rules.ts
var timeless = {
  kinds: fc18.uniqueArray(fc18.constantFrom(...names4), { maxLength: 3 }),
  tags: fc18.uniqueArray(fc18.constantFrom(...names4), { maxLength: 2 }),
  minImportance: fc18.integer({ min: 1, max: 10 })
};
var dated = { from: fc18.constantFrom(...days), until: fc18.constantFrom(...days) };
var anyFilter2 = fc18.record({ ...timeless, ...dated }, { requiredKeys: [] });
var timelessFilter = fc18.record(timeless, { requiredKeys: [] });
function isMeant2({ kind = "note", tags = [], importance = 5, date: date2 }, filter) {
  if (filter.kinds && !filter.kinds.includes(kind)) return false;
  if (filter.tags?.some((tag) => !tags.includes(tag))) return false;
  if (filter.minImportance !== void 0 && importance < filter.minImportance) return false;
  if (filter.from === void 0 && filter.until === void 0) return true;
  if (date2 === void 0) return false;
  const isLate = filter.from === void 0 || lastOf2(date2) >= firstOf(filter.from);
  return isLate && (filter.until === void 0 || firstOf(date2) <= lastOf2(filter.until));
}
var numbered = fc18.array(soundEntry, { minLength: 1, maxLength: 6 }).map((list2) => list2.map((entry, index2) => ({ ...entry, id: `id ${index2}` })));
var idsOf = (entries, filter) => entries.filter((entry) => isMeant2(entry, filter)).map(({ id: id2 }) => id2).toSorted();
var firstOf = (date2) => new Date(date2).getTime();
var lastOf2 = (date2) => new Date(date2.includes("T") ? date2 : `${date2}T23:59:59.999Z`).getTime();
var apart4 = [
  { id: "plain", text: "launch" },
  { id: "fact", text: "launch", kind: "fact", importance: 4, tags: ["a"], date: "2026-02-28" },
  { id: "note", text: "launch", importance: 6, tags: ["a", "b"], date: "2026-02-28T12:00:00.000Z" }
];
var timelessFilters = [
  ...[{}, { kinds: ["fact"] }, { kinds: ["note", "fact"] }, { kinds: [] }, { tags: [] }, { tags: ["a"] }],
  ...[{ tags: ["a", "b"] }, { minImportance: 5 }, { minImportance: 6 }, { kinds: ["note"], tags: ["a"] }]
];
var datedFilters = [
  ...[{ from: "2026-02-28" }, { until: "2026-02-28" }, { from: "2026-03-01" }, { until: "2026-02-27" }],
  ...[{ from: "2026-02-28T13:00:00Z" }, { until: "2026-02-28T11:59:59Z" }]
];
var filterRules2 = [
  {
    code: "MEMORY_FILTER",
    name: "lists the entries that match a filter, page by page: by kind, tags, importance and date",
    contract: ["MemoryFilter", "A filter for entries. Omitted fields match everything."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (entries, filter, limit2) => {
        const scope20 = nextScope();
        for (const entry of entries) await store.put(scope20, entry);
        const wanted = idsOf(entries, filter);
        const seen = [];
        for (let more = true; more; ) {
          const after2 = seen.at(-1);
          const page = await store.list(scope20, { filter, limit: limit2, ...after2 === void 0 ? {} : { after: after2 } });
          seen.push(...page.entries.map(({ id: id2 }) => id2));
          more = page.more && page.entries.length > 0;
        }
        if (!same(seen, wanted)) fail(`${show(wanted)} for ${show(filter)} of ${show(entries)}`, show(seen));
      };
      for (const filter of [...timelessFilters, ...datedFilters]) await check2(apart4, filter, 2);
      const sample = fc18.tuple(numbered, anyFilter2, fc18.integer({ min: 1, max: 3 }));
      await forEach(sample, ([entries, filter, limit2]) => check2(entries, filter, limit2));
    }
  },
  {
    code: "MEMORY_SEARCH_FILTER",
    name: "finds only entries that match a filter, by kind, tags and importance",
    contract: ["MemoryFilter", "A filter for entries. Omitted fields match everything."],
    check: async (store, { fail, skip, forEach }) => {
      if (!store.search) return skip(lacking(store, "search"));
      const nextScope = newScopes();
      const check2 = async (entries, filter) => {
        const scope20 = nextScope();
        for (const entry of entries) await store.put(scope20, { ...entry, text: "launch" });
        const wanted = idsOf(entries, filter);
        const hits = await store.search?.(scope20, { query: "launch", filter }) ?? [];
        const seen = hits.map(({ item }) => item.id).toSorted();
        if (!same(seen, wanted)) fail(`${show(wanted)} for ${show(filter)} of ${show(entries)}`, show(seen));
      };
      for (const filter of timelessFilters) await check2(apart4, filter);
      await forEach(fc18.tuple(numbered, timelessFilter), ([entries, filter]) => check2(entries, filter));
    }
  },
  {
    code: "MEMORY_FILTER_REFUSED",
    name: "refuses invalid filters",
    contract: [
      "MemoryStore",
      "Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged."
    ],
    check: async (store, bench) => {
      const filters2 = [
        { kinds: "fact" },
        { tags: [7] },
        { minImportance: 11 },
        { from: "yesterday" },
        { until: "2026-02-31" }
      ];
      for (const filter of [...filters2, { kind: "fact" }, "fact", null]) {
        const list2 = () => store.list({ tenant: "acme" }, { filter });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the filter ${show(filter)}`, list2);
      }
    }
  }
];

// packages/testkit/src/memory-store/put-rules.ts
var scope4 = { tenant: "acme", user: "ada" };
var putRules2 = [
  {
    code: "MEMORY_PUT",
    name: "returns an entry as it was put, the same from put, get and list, or refuses lone surrogates",
    contract: ["MemoryStore.put", "Adds an entry, or replaces the one with its id."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (entry, mayRefuse) => {
        const own2 = nextScope();
        const code = await codeOf(() => store.put(own2, entry));
        const isRefused = !code.endsWith("no error");
        if (isRefused && !(mayRefuse && code === "STORE_VALUE_INVALID")) fail(`${show(entry)} to be stored`, code);
        const kept4 = await store.get(own2, entry.id);
        if (isRefused && kept4 !== void 0) fail("nothing stored of a refused entry", show(kept4));
        if (isRefused) return;
        const { revision, ...fields2 } = kept4 ?? { revision: 0 };
        const wanted = { kind: "note", ...entry };
        if (!same(fields2, wanted)) fail(canonical(wanted), canonical(fields2));
        const [listed] = (await store.list(own2)).entries;
        if (!same(listed, kept4)) fail(`${canonical(kept4)} in the list`, canonical(listed));
      };
      for (const text2 of hostileTexts.filter((one2) => /\S/.test(one2)))
        await check2({ id: "a", text: ` ${text2} ` }, hasHalf(text2));
      await forEach(soundEntry, (entry) => check2(entry, false));
      await forEach(anyEntry, (entry) => check2(entry, true));
    }
  },
  {
    code: "MEMORY_REPLACE",
    name: "replaces the entry with the same id as a whole: old content is neither kept nor found",
    contract: ["MemoryStore.put", "Adds an entry, or replaces the one with its id."],
    check: async (store, { fail }) => {
      const full4 = {
        id: "a",
        text: "green tea",
        kind: "fact",
        date: "2026-01-10",
        importance: 9,
        tags: ["x"],
        source: "s"
      };
      await store.put(scope4, full4);
      const answer = await store.put(scope4, { id: "a", text: "black coffee" });
      const { revision: _, ...fields2 } = answer;
      const wanted = { id: "a", kind: "note", text: "black coffee" };
      if (!same(fields2, wanted)) fail(canonical(wanted), canonical(fields2));
      const kept4 = await store.get(scope4, "a");
      if (!same(kept4, answer)) fail(canonical(answer), canonical(kept4));
      const hits = await store.search?.(scope4, { query: "green tea", mode: "keyword" }) ?? [];
      if (hits.length > 0) fail("no hits for words that are no longer in the text", show(hits));
      const { text: text2 } = await store.put(scope4, { ...answer, text: "white tea" });
      if (text2 !== "white tea") fail("an entry as read to be put back with another text", show(text2));
    }
  },
  {
    code: "MEMORY_REFUSED",
    name: "refuses invalid entries and those that cannot be stored, and keeps existing ones",
    contract: [
      "MemoryStore",
      "Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged."
    ],
    check: async (store, bench) => {
      await store.put(scope4, { id: "a", text: "before" });
      for (const [what, entry] of noEntries) {
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => store.put(scope4, entry));
        const kept4 = await store.get(scope4, "a");
        if (kept4?.text !== "before") bench.fail(`the earlier content unchanged after ${what}`, show(kept4));
      }
    }
  },
  {
    code: "MEMORY_REVISION",
    name: "starts an entry at revision 1, adds one with each change, and restarts at 1 after a delete",
    contract: ["StoredMemory.revision", "Starts at 1 and increases by 1 with each change."],
    check: async (store, { fail }) => {
      const expectRevision = async (text2, wanted) => {
        const { revision } = await store.put(scope4, { id: "a", text: text2 });
        const seen = [revision, (await store.get(scope4, "a"))?.revision, (await store.list(scope4)).entries[0]?.revision];
        if (!same(seen, [wanted, wanted, wanted])) fail(`revision ${wanted} everywhere`, show(seen));
      };
      await expectRevision("one", 1);
      await store.put(scope4, { id: "b", text: "other" });
      await expectRevision("two", 2);
      await expectRevision("three", 3);
      await store.delete(scope4, "a");
      await expectRevision("four", 1);
    }
  },
  {
    code: "MEMORY_CONFLICT",
    name: "neither changes nor deletes anything for a writer that expects another revision",
    contract: ["MemoryStore.put", "`MEMORY_CONFLICT` when the entry is not at `expectedRevision`"],
    check: async (store, bench) => {
      const put = (text2, expectedRevision) => store.put(scope4, { id: "a", text: text2 }, { expectedRevision });
      const remove = (expectedRevision) => store.delete(scope4, "a", { expectedRevision });
      await mustEndWith(bench, "MEMORY_CONFLICT", "put at revision 1 of a missing entry", () => put("no", 1));
      await mustEndWith(bench, "MEMORY_CONFLICT", "delete at revision 1 of a missing entry", () => remove(1));
      const { revision } = await put("one", 0);
      for (const other5 of [0, revision + 1]) {
        await mustEndWith(bench, "MEMORY_CONFLICT", `put at revision ${other5}`, () => put("no", other5));
        await mustEndWith(bench, "MEMORY_CONFLICT", `delete at revision ${other5}`, () => remove(other5));
      }
      const kept4 = await store.get(scope4, "a");
      if (kept4?.text !== "one") bench.fail("the text of the writer that had seen the last revision", show(kept4));
      for (const wrong of [-1, 0.5, Number.NaN, "1"]) {
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the revision ${show(wrong)}`, () => put("no", wrong));
      }
      if (!await remove(revision)) bench.fail("true for a delete at the last revision", "false");
    }
  },
  {
    code: "MEMORY_PARALLEL",
    name: "lets one of several concurrent writers with the same expected revision win, and loses no other writes",
    contract: [
      "PutOptions.expectedRevision",
      "The revision the caller last saw; 0 for an entry that must not exist yet."
    ],
    check: async (store, { fail }) => {
      await store.put(scope4, { id: "a", text: "first" });
      for (let expectedRevision = 1; expectedRevision < 5; expectedRevision++) {
        const write = (_, index2) => codeOf(() => store.put(scope4, { id: "a", text: `${index2}` }, { expectedRevision }));
        const others2 = Array.from({ length: 4 }, (_, index2) => ({ id: `${expectedRevision} ${index2}`, text: "other" }));
        const both = Promise.all(Array.from({ length: 8 }, write));
        await Promise.all(others2.map((other5) => store.put(scope4, other5)));
        const codes = await both;
        const lost = codes.filter((code) => code === "MEMORY_CONFLICT").length;
        if (lost !== 7) fail("7 of 8 to end with MEMORY_CONFLICT", show(codes));
      }
      const { entries } = await store.list(scope4);
      if (entries.length !== 17) fail("17 entries", `${entries.length}`);
    }
  },
  {
    code: "MEMORY_TIMES",
    name: "records when an entry was created and changed, if given times",
    contract: ["PutOptions.at", "When it happened. Stores read no clock."],
    check: async (store, bench) => {
      const [early2, late2] = ["2026-05-12T08:00:00.000Z", "2026-05-13T09:30:00.125Z"];
      const expectTimes = async (at6, ...wanted) => {
        const options3 = at6 === void 0 ? {} : { at: new Date(at6) };
        const { createdAt, updatedAt } = await store.put(scope4, { id: "a", text: `at ${at6}` }, options3);
        if (!same([createdAt, updatedAt], wanted)) {
          bench.fail(`created and changed at ${show(wanted)}`, show([createdAt, updatedAt]));
        }
      };
      await expectTimes(void 0, void 0, void 0);
      await expectTimes(early2, early2, early2);
      await expectTimes(late2, early2, late2);
      await expectTimes(void 0, early2, late2);
      for (const at6 of [new Date(Number.NaN), "2026-05-12", 0]) {
        const put = () => store.put(scope4, { id: "a", text: "a" }, { at: at6 });
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the time ${show(String(at6))}`, put);
      }
    }
  }
];

// packages/testkit/src/memory-store/restore-rules.ts
var scope5 = { tenant: "acme", user: "ada" };
var [early, late] = ["2026-05-12T08:00:00.000Z", "2026-05-13T09:30:00.125Z"];
var full2 = {
  ...{ id: "a", kind: "fact", text: "Ada likes green tea.", date: "2026-05-12", importance: 7, tags: ["tea"] },
  ...{ source: "telegram_4711", revision: 7, createdAt: early, updatedAt: late }
};
var restoreRules = [
  {
    code: "MEMORY_RESTORE",
    name: "restores an entry of another store with its revision and times, and continues from there",
    contract: ["MemoryStore.restore", "Adds an entry from another store with its revision and times"],
    check: async (store, { fail, skip, forEach }) => {
      if (!store.restore) return skip(lacking(store, "restore"));
      const nextScope = newScopes();
      const check2 = async (entry) => {
        const own2 = nextScope();
        const answer = await store.restore?.(own2, entry);
        const kept4 = await store.get(own2, entry.id);
        if (!same([answer, kept4], [entry, entry])) fail(canonical([entry, entry]), canonical([answer, kept4]));
      };
      await check2(full2);
      await check2({ id: "b", kind: "note", text: "x", revision: 1 });
      await check2({ id: "c", kind: "note", text: "x", revision: 2 ** 40, updatedAt: late });
      await forEach(soundEntry, (entry) => check2({ kind: "note", ...entry, revision: 3 }));
      await store.restore(scope5, full2);
      const hits = await store.search?.(scope5, { query: "green", mode: "keyword" }) ?? [];
      if (store.search && hits.length !== 1) fail("the entry to be found by its words", show(hits));
      await store.put(scope5, { id: "a", text: "x" }, { expectedRevision: 7 });
      const { revision, createdAt } = await store.get(scope5, "a") ?? {};
      if (!same([revision, createdAt], [8, early])) fail(show([8, early]), show([revision, createdAt]));
    }
  },
  {
    code: "MEMORY_RESTORE_REFUSED",
    name: "refuses to restore over an existing entry, and refuses invalid entries",
    contract: ["MemoryStore.restore", "`MEMORY_CONFLICT` (0 expected) when an entry has that id"],
    check: async (store, bench) => {
      const { restore } = store;
      if (!restore) return bench.skip(lacking(store, "restore"));
      const wrong = [
        ...noEntries.map(([what, entry]) => [what, entry && { revision: 1, ...entry }]),
        ...[0, -1, 0.5, "1", void 0].map((revision) => ["an invalid revision", { ...full2, revision }]),
        ["an invalid time", { ...full2, updatedAt: "yesterday" }],
        ["a day as a time", { ...full2, createdAt: "2026-05-12" }],
        ["a creation time without a change time", { ...full2, updatedAt: void 0 }]
      ];
      for (const [what, entry] of wrong) {
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => restore(scope5, entry));
      }
      await store.put(scope5, { id: "a", text: "first" });
      await mustEndWith(bench, "MEMORY_CONFLICT", "an existing entry", () => restore(scope5, full2));
      const { entries } = await store.list(scope5);
      const texts = entries.map(({ text: text2 }) => text2);
      if (!same(texts, ["first"])) bench.fail("the existing entry alone", show(texts));
    }
  }
];

// packages/testkit/src/memory-store/shared-rules.ts
var capability3 = [
  "SessionStore",
  "Optional methods are capabilities: a store that lacks one does not support it."
];
var refused3 = [
  "MemoryStore",
  "Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that cannot be stored unchanged."
];
var apart5 = [
  "MemoryStore",
  "Entries belong to one scope (tenant, user, agent) and are never returned to another one."
];
var lists3 = ["MemoryStore.list", "Lists the entries of exactly this scope, by id in code unit order."];
var deletes3 = [
  "MemoryStore.delete",
  "Removes an entry with its index rows and vectors; returns whether it existed."
];
var erases3 = [
  "MemoryStore.erase",
  "Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user."
];
var searches2 = [
  "MemoryStore.search",
  "Returns the best entries for a plain-language query, best first."
];
var closes3 = ["SessionStore.close", "Closes open resources. Safe to call twice."];
var memoryRules = {
  scope: { code: "MEMORY_SCOPE", contract: refused3 },
  idsRefused: { code: "MEMORY_IDS_REFUSED", contract: refused3 },
  ids: { code: "MEMORY_IDS", contract: apart5 },
  owners: { code: "MEMORY_OWNERS", contract: apart5 },
  listOrder: { code: "MEMORY_LIST_ORDER", contract: lists3 },
  list: { code: "MEMORY_LIST", contract: lists3 },
  listLimit: { code: "MEMORY_LIST_LIMIT", contract: searchLines.limit },
  isolation: { code: "MEMORY_ISOLATION", contract: apart5 },
  delete: { code: "MEMORY_DELETE", contract: deletes3 },
  erase: { code: "MEMORY_ERASE", contract: erases3 },
  search: { code: "MEMORY_SEARCH", contract: searches2 },
  searchHits: { code: "MEMORY_SEARCH_HITS", contract: searchLines.limit },
  searchGone: { code: "MEMORY_SEARCH_GONE", contract: deletes3 },
  searchQuery: { code: "MEMORY_SEARCH_QUERY", contract: searchLines.query },
  searchDates: { code: "MEMORY_SEARCH_DATES", contract: searchLines.dates },
  searchRecency: { code: "MEMORY_SEARCH_RECENCY", contract: searchLines.recency },
  searchDiversity: { code: "MEMORY_SEARCH_DIVERSITY", contract: searchLines.diversity },
  capabilities: { code: "MEMORY_CAPABILITIES", contract: capability3 },
  large: { code: "MEMORY_LARGE", contract: apart5 },
  close: { code: "MEMORY_CLOSE", contract: closes3 }
};

// packages/testkit/src/memory-store/shelf.ts
var memoryShelf = {
  thing: "an entry",
  grows: false,
  rules: memoryRules,
  put: (store, scope20, id2, { text: text2, date: date2 }) => store.put(scope20, { id: id2, text: text2, ...date2 === void 0 ? {} : { date: date2 } }),
  texts: async (store, scope20, id2) => {
    const entry = await store.get(scope20, id2);
    return entry ? [entry.text] : [];
  },
  list: async (store, scope20, request) => {
    const { entries, more } = await store.list(scope20, request);
    return { ids: entries.map(({ id: id2 }) => id2), more };
  },
  delete: (store, scope20, id2) => store.delete(scope20, id2),
  has: (store, method) => typeof store[method] === "function",
  erase: async (store, scope20) => await store.erase?.(scope20) ?? 0,
  search: async (store, scope20, request) => {
    const hits = await store.search?.(scope20, request) ?? [];
    return hits.map(({ item, score, by }) => ({ id: item.id, text: item.text, score, by }));
  },
  close: async (store) => await store.close?.(),
  calls: (store) => {
    const calls = [
      ["put", (scope20, id2) => store.put(scope20, { id: id2, text: "a" })],
      ["get", (scope20, id2) => store.get(scope20, id2)],
      ["delete", (scope20, id2) => store.delete(scope20, id2)],
      store.restore && ["restore", (scope20, id2) => store.restore?.(scope20, { id: id2, text: "a", kind: "note", revision: 1 })]
    ];
    return calls.filter((call3) => call3 !== void 0);
  },
  scopeCalls: (store) => {
    const calls = [
      ["list", (scope20) => store.list(scope20)],
      store.search && ["search", (scope20) => store.search?.(scope20, { query: "a" })],
      store.erase && ["erase", (scope20) => store.erase?.(scope20)]
    ];
    return calls.filter((call3) => call3 !== void 0);
  }
};

// packages/testkit/src/memory-store/state-rules.ts
var scope6 = { tenant: "acme", user: "ada" };
var at4 = /* @__PURE__ */ new Date("2026-05-12T08:00:00.000Z");
var full3 = {
  ...{ id: "a", kind: "fact", text: "Ada likes green tea.", date: "2026-05-12", importance: 7 },
  ...{ tags: ["__proto__", "tea"], source: "telegram_4711" }
};
async function everything3(store) {
  const hits = await store.search?.(scope6, { query: "tea", mode: "keyword" }) ?? [];
  return [
    await store.get(scope6, "a"),
    await store.get(scope6, "gone"),
    await store.list(scope6),
    hits.map(({ item }) => item)
  ];
}
var memoryStateRules = [
  {
    code: "MEMORY_PURE",
    name: "does not mutate its arguments",
    contract: ["G9 pure", "nothing passed in is mutated"],
    check: async (store, { fail }) => {
      const entry = structuredClone(full3);
      await store.put(scope6, entry);
      if (!same(entry, full3)) fail(canonical(full3), canonical(entry));
      const frozen = deepFreeze({ scope: { ...scope6 }, entry, filter: { kinds: ["fact"], tags: ["tea"] } });
      await store.put(frozen.scope, frozen.entry, deepFreeze({ expectedRevision: 1 }));
      await store.list(frozen.scope, deepFreeze({ filter: frozen.filter, limit: 2 }));
      await store.search?.(frozen.scope, deepFreeze({ query: "tea", filter: frozen.filter, limit: 2 }));
      await store.delete(frozen.scope, "a", deepFreeze({ expectedRevision: 2 }));
    }
  },
  {
    code: "MEMORY_COPIES",
    name: "keeps stored values unchanged when callers mutate arguments or results",
    contract: ["MemoryStore", "Keeps memory entries."],
    check: async (store, { fail }) => {
      const entry = structuredClone(full3);
      const put = store.put(scope6, entry);
      spoil(entry);
      spoil(await put);
      const { revision: _, ...kept4 } = await store.get(scope6, "a") ?? { revision: 0 };
      if (!same(kept4, full3)) fail(`the given values: ${canonical(full3)}`, canonical(kept4));
      const before2 = canonical(await everything3(store));
      spoil(await everything3(store));
      const after2 = canonical(await everything3(store));
      if (after2 !== before2) fail(before2, after2);
    }
  },
  {
    code: "MEMORY_REOPEN",
    name: "keeps everything across a reopen",
    contract: ["MemoryStore", "Keeps memory entries."],
    check: async (store, { fail, skip, options: { reopen } }) => {
      if (!reopen) return skip("the option reopen is not set");
      await store.put(scope6, full3, { at: at4 });
      await store.put(scope6, { id: "b", text: "tea" });
      await store.put(scope6, { id: "b", text: "black tea" });
      await store.put(scope6, { id: "gone", text: "tea" });
      await store.delete(scope6, "gone");
      const before2 = canonical(await everything3(store));
      await store.close?.();
      const again = await reopen(store);
      try {
        const after2 = canonical(await everything3(again));
        if (after2 !== before2) fail(before2, after2);
        const { revision } = await again.put(scope6, { id: "b", text: "white tea" }, { expectedRevision: 2 });
        if (revision !== 3) fail("revision 3", show(revision));
      } finally {
        await again.close?.();
      }
    }
  }
];

// packages/testkit/src/memory-store/suite.ts
var rules3 = [
  ...putRules2,
  ...restoreRules,
  ...filterRules2,
  ...memoryStateRules,
  ...idRules(memoryShelf),
  ...listRules(memoryShelf),
  ...ownerRules(memoryShelf),
  ...searchRules(memoryShelf),
  ...weighingRules(memoryShelf),
  ...storeRules(memoryShelf)
];
function memoryStoreSuite(make, options3 = {}) {
  return casesOf(rules3.map(closing2), make, options3);
}

// packages/core/src/memory/owners.ts
function createOwners2() {
  const all2 = /* @__PURE__ */ new Map();
  const none = /* @__PURE__ */ new Map();
  const keyOf2 = ({ tenant, user, agent }) => JSON.stringify([tenant, user, agent]);
  return {
    of: (scope20) => all2.get(keyOf2(ownerOf(scope20)))?.kept ?? none,
    set: (scope20, id2, kept4) => {
      const owner = ownerOf(scope20);
      const key = keyOf2(owner);
      const own2 = all2.get(key) ?? { owner, kept: /* @__PURE__ */ new Map() };
      own2.kept.set(id2, kept4);
      all2.set(key, own2);
    },
    delete: (scope20, id2) => {
      const key = keyOf2(ownerOf(scope20));
      const kept4 = all2.get(key)?.kept;
      const deleted = kept4?.delete(id2) ?? false;
      if (kept4?.size === 0) all2.delete(key);
      return deleted;
    },
    erase: (scope20) => {
      const { tenant, user, agent } = ownerOf(scope20);
      let erased = 0;
      for (const [key, { owner, kept: kept4 }] of all2) {
        if (owner.tenant !== tenant || user !== "" && owner.user !== user) continue;
        if (agent !== "" && owner.agent !== agent) continue;
        erased += kept4.size;
        all2.delete(key);
      }
      return erased;
    }
  };
}
function idsAfter(ids2, after2) {
  const matching = after2 === void 0 ? [...ids2] : [...ids2].filter((id2) => id2 > after2);
  return matching.sort();
}

// packages/core/src/memory/keyword-search.ts
function checkKeywordSearch(what, options3) {
  return checkOptions(what, options3, { ranker: mustHaveMethod("rank") });
}
function keywordSearch(documents, { query, recency, diversity, limit: limit2 }, ranker) {
  const termsOf = ranker.terms?.bind(ranker);
  if (diversity > 0 && !termsOf) {
    const problem = `needs a ranker with terms(text), which '${ranker.name}' lacks`;
    throw invalid("request.diversity", problem, "Use a ranker with terms(text), such as bm25(), or omit diversity.");
  }
  const rankables = documents.map((document) => document.rankable());
  const scores = rankDocuments(ranker, query, rankables);
  const hits = [];
  for (const [index2, document] of documents.entries()) {
    const score = scores[index2] ?? 0;
    const text2 = rankables[index2]?.text ?? "";
    if (score > 0) hits.push({ document, text: text2, score: score * fading(document.date, recency) });
  }
  hits.sort((a, b3) => b3.score - a.score);
  const chosen = termsOf ? diverse(hits, diversity, limit2, ({ text: text2 }) => termsOf(text2)) : hits.slice(0, limit2);
  return chosen.map(({ document, score }) => ({ item: document.item(), score, by: ["keyword"] }));
}

// packages/core/src/memory/sessions/session-record.ts
function newRecord(id2, forkedFrom) {
  const nothing2 = { revision: 0, size: 0, createdAt: void 0, updatedAt: void 0, run: void 0 };
  return { id: id2, ...nothing2, messages: [], compactions: [], operations: /* @__PURE__ */ new Map(), forkedFrom };
}
function appendTexts(record14, texts, change) {
  const done = doneBefore(record14, change);
  if (done) {
    if (!("length" in done)) throw anotherChange2();
    const before2 = record14.messages.slice(done.start, done.length);
    if (before2.length === texts.length && texts.every((text2, index2) => text2 === before2[index2]?.text)) {
      return { ...done, repeated: true };
    }
    throw anotherChange2();
  }
  mustBeAt4(record14, change);
  const start = record14.messages.length;
  const revision = record14.revision + 1;
  if (texts.length === 0) return { revision: record14.revision, start, length: start, repeated: false };
  for (const [index2, text2] of texts.entries()) {
    const at6 = change.times[index2];
    record14.messages.push({ text: text2, sizeBefore: record14.size, revision, at: at6 });
    record14.size += text2.length;
    date(record14, at6);
  }
  record14.revision = revision;
  const appended = { revision, start, length: record14.messages.length, repeated: false };
  if (change.operation !== void 0) record14.operations.set(change.operation, appended);
  return { ...appended };
}
function addCompaction(record14, compaction, change) {
  const done = doneBefore(record14, change);
  if (done) {
    if ("text" in done && sameCompaction(done, compaction)) return copyOf(done);
    throw anotherChange2();
  }
  mustBeAt4(record14, change);
  const revision = ++record14.revision;
  date(record14, change.at);
  const added3 = change.at === void 0 ? { ...compaction, revision } : { ...compaction, revision, at: change.at };
  record14.compactions.push(added3);
  if (change.operation !== void 0) record14.operations.set(change.operation, added3);
  return copyOf(added3);
}
function copyOf(compaction) {
  return compaction.native === void 0 ? { ...compaction } : structuredClone(compaction);
}
function forkOf(from, into, end) {
  const fork = newRecord(into, { session: from.id, at: end });
  for (const message of from.messages.slice(0, end)) fork.messages.push({ ...message, revision: 1 });
  for (const one2 of from.compactions) if (one2.end <= end) fork.compactions.push({ ...one2, revision: 1 });
  fork.size = from.messages[end]?.sizeBefore ?? from.size;
  fork.revision = 1;
  fork.run = from.run && { text: from.run.text, version: 1 };
  return fork;
}
function infoOf4(record14) {
  const { id: id2, revision, messages, size, createdAt, updatedAt, forkedFrom } = record14;
  return {
    id: id2,
    revision,
    length: messages.length,
    size,
    ...createdAt === void 0 ? {} : { createdAt },
    ...updatedAt === void 0 ? {} : { updatedAt },
    ...forkedFrom === void 0 ? {} : { forkedFrom: { ...forkedFrom } }
  };
}
function storedMessages(record14, start, end) {
  return record14.messages.slice(start, end).map(({ text: text2, sizeBefore, at: at6 }, index2) => {
    const message = JSON.parse(text2);
    const position2 = start + index2;
    return at6 === void 0 ? { position: position2, message, sizeBefore } : { position: position2, message, sizeBefore, at: at6 };
  });
}
function rankableMessage(session, position2, record14) {
  record14.said ??= messageText(JSON.parse(record14.text));
  const rankable = { id: `${position2}#${session}`, text: record14.said, session };
  return record14.at === void 0 ? rankable : { ...rankable, date: record14.at };
}
function doneBefore(record14, { operation: operation2 }) {
  return operation2 === void 0 ? void 0 : record14.operations.get(operation2);
}
function mustBeAt4(record14, { expectedRevision }) {
  if (expectedRevision !== void 0 && expectedRevision !== record14.revision) {
    throw sessionConflict(record14.id, expectedRevision, record14.revision);
  }
}
function date(record14, at6) {
  record14.createdAt ??= at6;
  record14.updatedAt = at6 ?? record14.updatedAt;
}
function anotherChange2() {
  return invalid("options.operation", "is the name of another change of this session");
}

// packages/core/src/memory/sessions/append.ts
function createAppend3(records) {
  return async (scope20, session, messages, options3) => {
    const record14 = records.find(scope20, session) ?? newRecord(session);
    const appended = appendTexts(record14, messageTexts(messages), checkAppend(options3, messages.length));
    if (appended.revision > 0) records.set(scope20, session, record14);
    return appended;
  };
}

// packages/core/src/memory/sessions/compact.ts
function createCompact3(records) {
  return async (scope20, session, compaction, options3) => {
    const record14 = records.mustFind(scope20, session);
    return addCompaction(record14, checkCompaction(compaction, record14.messages.length), checkChange(options3));
  };
}

// packages/core/src/memory/sessions/compactions.ts
function createCompactions2(records) {
  return async (scope20, session) => (records.find(scope20, session)?.compactions ?? []).map(copyOf);
}

// packages/core/src/memory/sessions/delete.ts
function createDelete4(records) {
  return async (scope20, session) => records.delete(scope20, checkId("session", session));
}

// packages/core/src/memory/sessions/erase.ts
function createErase4(records) {
  return async (scope20) => records.erase(scope20);
}

// packages/core/src/memory/sessions/exported-record.ts
function partsOf(record14) {
  return {
    info: infoOf4(record14),
    messages: record14.messages.slice(),
    compactions: record14.compactions.slice(),
    operations: Array.from(record14.operations, ([name, { revision }]) => ({ name, revision }))
  };
}
function importedRecord(id2, { info, messages, compactions, changes }) {
  const record14 = newRecord(id2, info.forkedFrom);
  for (const { text: text2, revision, at: at6 } of messages) {
    record14.messages.push({ text: text2, sizeBefore: record14.size, revision, at: at6 });
    record14.size += text2.length;
  }
  for (const compaction of compactions) record14.compactions.push(compaction);
  for (const { operation: operation2, revision, start, length, compaction } of changes) {
    if (operation2 === void 0) continue;
    record14.operations.set(operation2, compaction ?? { revision, start, length, repeated: false });
  }
  record14.revision = info.revision;
  record14.createdAt = info.createdAt;
  record14.updatedAt = info.updatedAt;
  return record14;
}

// packages/core/src/memory/sessions/export.ts
function createExport2(records) {
  return async function* (scope20, session) {
    yield* writeSessionLines(partsOf(records.mustFind(scope20, session)));
  };
}

// packages/core/src/memory/sessions/fork.ts
function createFork2(records) {
  return async (scope20, session, into, at6) => {
    const from = records.mustFind(scope20, session);
    if (records.find(scope20, into)) throw sessionExists(into);
    const { length } = from.messages;
    const end = at6 === void 0 ? length : whole("at", at6, 0);
    if (end > length) throw invalid("at", `is ${end}, past the ${length} messages of the session`);
    const fork = forkOf(from, into, end);
    records.set(scope20, into, fork);
    return infoOf4(fork);
  };
}

// packages/core/src/memory/sessions/import.ts
function createImport2(records) {
  return async (scope20, lines, options3) => {
    records.of(scope20);
    const given = checkImport(options3);
    const exported2 = await readSessionLines(lines);
    const id2 = given ?? exported2.info.id;
    if (records.find(scope20, id2)) throw sessionExists(id2);
    const record14 = importedRecord(id2, exported2);
    records.set(scope20, id2, record14);
    return infoOf4(record14);
  };
}

// packages/core/src/memory/sessions/info.ts
function createInfo2(records) {
  return async (scope20, session) => {
    const record14 = records.find(scope20, session);
    return record14 && infoOf4(record14);
  };
}

// packages/core/src/memory/sessions/list.ts
function createList4(records) {
  return async (scope20, request) => {
    const kept4 = records.of(scope20);
    const { after: after2, limit: limit2 } = checkList(request);
    const ids2 = idsAfter(kept4.keys(), after2);
    const sessions2 = ids2.slice(0, limit2).map((id2) => infoOf4(kept4.get(id2)));
    return { sessions: sessions2, more: ids2.length > sessions2.length };
  };
}

// packages/core/src/memory/sessions/page.ts
function createPage2(records) {
  return async (scope20, session, request) => {
    const record14 = records.find(scope20, session) ?? newRecord(session);
    const { revision, messages } = record14;
    const limits = checkPage(request, messages.length);
    let start = limits.before;
    let size = 0;
    while (start > 0 && limits.before - start < limits.messages) {
      size += messages[start - 1]?.text.length ?? 0;
      if (size > limits.size && start < limits.before) break;
      start--;
    }
    const read = storedMessages(record14, start, limits.before);
    return { messages: read, start, revision, length: messages.length, notices: [] };
  };
}

// packages/core/src/memory/sessions/read.ts
function createRead3(records) {
  return async (scope20, session, start, end) => {
    const record14 = records.find(scope20, session) ?? newRecord(session);
    const range = checkRange(start, end, record14.messages.length);
    return storedMessages(record14, range.start, range.end);
  };
}

// packages/core/src/memory/sessions/read-run.ts
function createReadRun2(records) {
  return async (scope20, session) => {
    const run = records.find(scope20, session)?.run;
    return run && { run: JSON.parse(run.text), version: run.version };
  };
}

// packages/core/src/memory/sessions/search.ts
function createSearch4(records, ranker) {
  return async (scope20, request, session) => {
    const kept4 = records.of(scope20);
    const checked = checkSearch(request, ["keyword"]);
    const isMeant3 = messageFilter(request.filter);
    const one2 = session === void 0 ? void 0 : kept4.get(checkId("session", session));
    const searched = session === void 0 ? [...kept4.values()] : one2 ? [one2] : [];
    const messages = searched.flatMap((record14) => searchables(record14, isMeant3));
    return keywordSearch(messages, checked, ranker);
  };
}
function searchables(record14, isMeant3) {
  return record14.messages.flatMap((message, position2) => {
    const { text: text2, at: at6 } = message;
    const time = at6 === void 0 ? {} : { at: at6 };
    if (!isMeant3(time)) return [];
    const item = () => ({
      session: record14.id,
      position: position2,
      message: JSON.parse(text2),
      ...time
    });
    const rankable = () => rankableMessage(record14.id, position2, message);
    return [{ date: at6, rankable, item }];
  });
}

// packages/core/src/memory/sessions/session-records.ts
function createSessionRecords() {
  const owners = createOwners2();
  const find = (scope20, session) => owners.of(scope20).get(checkId("session", session));
  const mustFind4 = (scope20, session) => {
    const record14 = find(scope20, session);
    if (!record14) throw sessionMissing(session);
    return record14;
  };
  return { ...owners, find, mustFind: mustFind4 };
}

// packages/core/src/memory/sessions/write-run.ts
function createWriteRun2(records) {
  return async (scope20, session, run, expectedVersion) => {
    const found = records.find(scope20, session);
    const change = checkRunChange(run, expectedVersion);
    const version = nextRunVersion(session, change, found?.run?.version ?? 0);
    const record14 = found ?? { ...newRecord(session), revision: 1 };
    record14.run = { text: change.text, version };
    records.set(scope20, session, record14);
    return version;
  };
}

// packages/core/src/memory/sessions/session-store.ts
function createSessionStore(options3 = {}) {
  const { ranker } = checkKeywordSearch("createSessionStore", options3);
  const records = createSessionRecords();
  return {
    spec: 1,
    append: createAppend3(records),
    info: createInfo2(records),
    page: createPage2(records),
    read: createRead3(records),
    list: createList4(records),
    delete: createDelete4(records),
    fork: createFork2(records),
    compact: createCompact3(records),
    compactions: createCompactions2(records),
    readRun: createReadRun2(records),
    writeRun: createWriteRun2(records),
    export: createExport2(records),
    import: createImport2(records),
    erase: createErase4(records),
    ...ranker && { search: createSearch4(records, ranker) },
    close: async () => {
    }
  };
}

// packages/testkit/src/session-blobs/rules.ts
import * as fc19 from "fast-check";

// packages/testkit/src/session-store/shared-rules.ts
var capability4 = [
  "SessionStore",
  "Optional methods are capabilities: a store that lacks one does not support it."
];
var refused4 = [
  "SessionStore",
  "Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id that is empty, too long or contains half of a surrogate pair."
];
var apart6 = [
  "SessionStore",
  "A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are ignored) and has an id in it, such as `telegram_4711`"
];
var lists4 = ["SessionStore.list", "Lists the sessions of exactly this scope, by id in code unit order."];
var deletes4 = [
  "SessionStore.delete",
  "Removes a session with everything derived from it; returns whether it existed."
];
var erases4 = [
  "SessionStore.erase",
  "Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user."
];
var searches3 = [
  "SessionStore.search",
  "Returns the best messages of a scope's sessions (or of one of them) for a plain-language query, best first."
];
var closes4 = ["SessionStore.close", "Closes open resources. Safe to call twice."];
var sessionRules = {
  scope: { code: "SESSION_SCOPE", contract: refused4 },
  idsRefused: { code: "SESSION_IDS_REFUSED", contract: refused4 },
  ids: { code: "SESSION_IDS", contract: apart6 },
  owners: { code: "SESSION_OWNERS", contract: apart6 },
  listOrder: { code: "SESSION_LIST_ORDER", contract: lists4 },
  list: { code: "SESSION_LIST", contract: lists4 },
  listLimit: { code: "SESSION_LIST_LIMIT", contract: searchLines.limit },
  isolation: { code: "SESSION_ISOLATION", contract: apart6 },
  delete: { code: "SESSION_DELETE", contract: deletes4 },
  erase: { code: "SESSION_ERASE", contract: erases4 },
  search: { code: "SESSION_SEARCH", contract: searches3 },
  searchHits: { code: "SESSION_SEARCH_HITS", contract: searchLines.limit },
  searchGone: { code: "SESSION_SEARCH_GONE", contract: deletes4 },
  searchQuery: { code: "SESSION_SEARCH_QUERY", contract: searchLines.query },
  searchDates: { code: "SESSION_SEARCH_DATES", contract: searchLines.dates },
  searchRecency: { code: "SESSION_SEARCH_RECENCY", contract: searchLines.recency },
  searchDiversity: { code: "SESSION_SEARCH_DIVERSITY", contract: searchLines.diversity },
  capabilities: { code: "SESSION_CAPABILITIES", contract: capability4 },
  large: { code: "SESSION_LARGE", contract: apart6 },
  close: { code: "SESSION_CLOSE", contract: closes4 }
};

// packages/testkit/src/session-store/shelf.ts
var say = (text2) => ({ role: "user", content: text2 });
var said = ({ content: content2 }) => typeof content2 === "string" ? content2 : "";
async function linesOf(lines) {
  const all2 = [];
  for await (const line of lines) all2.push(line);
  return all2;
}
var soundLines = [
  '{"lamella":"session","version":1,"id":"a","revision":1,"length":1,"size":29}',
  '{"position":0,"revision":1,"message":{"role":"user","content":"a"}}',
  '{"end":true,"lines":2}'
];
var sessionShelf = {
  thing: "a session",
  grows: true,
  rules: sessionRules,
  put: (store, scope20, id2, { text: text2, date: date2 }) => store.append(scope20, id2, [say(text2)], date2 === void 0 ? {} : { at: new Date(date2) }),
  texts: async (store, scope20, id2) => (await store.read(scope20, id2, 0, 1e3)).map(({ message }) => said(message)),
  list: async (store, scope20, request) => {
    const { sessions: sessions2, more } = await store.list(scope20, request);
    return { ids: sessions2.map(({ id: id2 }) => id2), more };
  },
  delete: (store, scope20, id2) => store.delete(scope20, id2),
  has: (store, method) => typeof store[method] === "function",
  erase: async (store, scope20) => await store.erase?.(scope20) ?? 0,
  search: async (store, scope20, request) => {
    const hits = await store.search?.(scope20, request) ?? [];
    return hits.map(({ item, score, by }) => ({ id: item.session, text: said(item.message), score, by }));
  },
  close: async (store) => await store.close?.(),
  calls: (store) => {
    const calls = [
      ["append", (scope20, id2) => store.append(scope20, id2, [say("a")])],
      ["append of nothing", (scope20, id2) => store.append(scope20, id2, [])],
      ["info", (scope20, id2) => store.info(scope20, id2)],
      ["page", (scope20, id2) => store.page(scope20, id2)],
      ["read", (scope20, id2) => store.read(scope20, id2, 0, 1)],
      ["delete", (scope20, id2) => store.delete(scope20, id2)],
      store.fork && ["fork", (scope20, id2) => store.fork?.(scope20, id2, "fork")],
      store.fork && [
        "fork into",
        async (scope20, id2) => {
          await store.append(scope20, "trunk", [say("a")]);
          return await store.fork?.(scope20, "trunk", id2);
        }
      ],
      store.compact && ["compact", (scope20, id2) => store.compact?.(scope20, id2, { start: 0, end: 1, text: "a" })],
      store.compactions && ["compactions", (scope20, id2) => store.compactions?.(scope20, id2)],
      store.readRun && ["readRun", (scope20, id2) => store.readRun?.(scope20, id2)],
      store.writeRun && ["writeRun", (scope20, id2) => store.writeRun?.(scope20, id2, {}, 0)],
      store.export && ["export", async (scope20, id2) => linesOf(store.export?.(scope20, id2) ?? [])],
      store.import && [
        "import",
        // Without an id the import uses that of the lines, which is valid.
        (scope20, id2) => store.import?.(scope20, soundLines, { session: id2 ?? null })
      ],
      store.verify && ["verify", (scope20, id2) => store.verify?.(scope20, id2)]
    ];
    return calls.filter((call3) => call3 !== void 0);
  },
  scopeCalls: (store) => {
    const calls = [
      ["list", (scope20) => store.list(scope20)],
      store.search && ["search", (scope20) => store.search?.(scope20, { query: "a" })],
      store.erase && ["erase", (scope20) => store.erase?.(scope20)]
    ];
    return calls.filter((call3) => call3 !== void 0);
  }
};

// packages/testkit/src/session-blobs/rules.ts
var scope7 = { tenant: "acme", user: "ada" };
var belongs = ["BlobStore", "A blob belongs to a session"];
var deletes5 = ["SessionStore.delete", "Removes a session with everything derived from it"];
async function add({ sessions: sessions2, blobs }, of, session, text2) {
  const { id: id2 } = await blobs.put(of, session, bytesOf2(text2));
  await sessions2.append(of, session, [say(`see ${id2}`)]);
  return id2;
}
async function textsOf2({ blobs }, of, session) {
  const list2 = await blobs.list(of, session);
  const texts = await Promise.all(list2.blobs.map(async ({ id: id2 }) => textOf3(await blobs.read(of, session, id2))));
  return texts.toSorted();
}
var step12 = fc19.record({
  kind: fc19.constantFrom("add", "add", "add", "fork", "delete", "erase"),
  session: fc19.constantFrom("a", "b", "c"),
  into: fc19.constantFrom("a", "b", "c"),
  text: fc19.constantFrom("one", "two", "three", "")
});
var sessionBlobsRules = [
  {
    code: "SESSION_BLOBS_DELETE",
    name: "deletes the blobs with their session, also those of a session that was never made, and no others",
    contract: deletes5,
    check: async (stores, { fail }) => {
      const id2 = await add(stores, scope7, "a", "one");
      await add(stores, scope7, "b", "one");
      await add(stores, { tenant: "acme" }, "a", "one");
      await stores.blobs.put(scope7, "never", bytesOf2("one"));
      const existed = [await stores.sessions.delete(scope7, "a"), await stores.sessions.delete(scope7, "never")];
      if (!same(existed, [true, false])) fail("true for the session, false for the other", show(existed));
      const gone = [await stores.blobs.read(scope7, "a", id2), (await stores.blobs.sessions(scope7)).sessions];
      if (!same(gone, [void 0, ["b"]])) fail('only the blobs of the session "b"', show(gone));
      const left = [await textsOf2(stores, scope7, "b"), await textsOf2(stores, { tenant: "acme" }, "a")];
      if (!same(left, [["one"], ["one"]])) fail("the content in the other sessions", show(left));
    }
  },
  {
    code: "SESSION_BLOBS_ERASE",
    name: "erases the blobs of a scope and of narrower ones with the sessions, and counts sessions only",
    contract: [
      "SessionStore.erase",
      "Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user."
    ],
    check: async (stores, { fail, skip }) => {
      const { sessions: sessions2, blobs } = stores;
      if (!sessions2.erase || !blobs.erase) return skip(lacking(sessions2.erase ? blobs : sessions2, "erase"));
      const inside = [scope7, { ...scope7, agent: "x" }];
      const outside = [{ tenant: "acme" }, { tenant: "acme", user: "eve" }, { tenant: "acmeada" }];
      for (const each2 of [...inside, ...outside]) await add(stores, each2, "a", "one");
      await blobs.put({ ...scope7, agent: "never" }, "a", bytesOf2("one"));
      const count3 = await sessions2.erase(scope7);
      if (count3 !== 2) fail("2 sessions", show(count3));
      for (const each2 of [...inside, { ...scope7, agent: "never" }]) {
        const list2 = await blobs.sessions(each2);
        if (list2.sessions.length > 0) fail(`no blobs of ${show(each2)}`, show(list2));
      }
      for (const each2 of outside) {
        const left = await textsOf2(stores, each2, "a");
        if (!same(left, ["one"])) fail(`the blobs of ${show(each2)}`, show(left));
      }
    }
  },
  {
    code: "SESSION_BLOBS_FORK",
    name: "gives a fork the blobs of its session, which stay when the session is deleted",
    contract: belongs,
    check: async (stores, { fail, skip }) => {
      const { sessions: sessions2 } = stores;
      if (!sessions2.fork) return skip(lacking(sessions2, "fork"));
      await add(stores, scope7, "trunk", "one");
      await add(stores, scope7, "trunk", "two");
      await sessions2.fork(scope7, "trunk", "fork", 1);
      await sessions2.delete(scope7, "trunk");
      const named = (await textsOf2(stores, scope7, "fork")).filter((text2) => text2 === "one");
      if (named.length !== 1) fail("the blob that the fork names", show(await textsOf2(stores, scope7, "fork")));
      await sessions2.delete(scope7, "fork");
      const list2 = await stores.blobs.sessions(scope7);
      if (list2.sessions.length > 0) fail("no blobs when both are deleted", show(list2));
    }
  },
  {
    code: "SESSION_BLOBS_FORK_REFUSED",
    name: "changes no blobs when a fork is refused",
    contract: ["SessionStore.fork", "@throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`"],
    check: async (stores, bench) => {
      const { sessions: sessions2, blobs } = stores;
      const { fork } = sessions2;
      if (!fork) return bench.skip(lacking(sessions2, "fork"));
      await add(stores, scope7, "a", "one");
      await add(stores, scope7, "b", "two");
      await blobs.put(scope7, "never", bytesOf2("three"));
      for (const [from, into, at6, code] of [
        ["a", "b", void 0, "SESSION_EXISTS"],
        ["a", "c", 2, "STORE_VALUE_INVALID"],
        ["a", "c", -1, "STORE_VALUE_INVALID"],
        ["never", "c", void 0, "SESSION_MISSING"]
      ]) {
        await mustEndWith(
          bench,
          code,
          `a fork of ${from} into ${into} at ${at6}`,
          () => sessions2.fork?.(scope7, from, into, at6)
        );
      }
      const seen = [(await blobs.sessions(scope7)).sessions, await textsOf2(stores, scope7, "b")];
      if (!same(seen, [["a", "b", "never"], ["two"]])) bench.fail("the blobs as before", show(seen));
    }
  },
  {
    code: "SESSION_BLOBS_MODEL",
    name: "leaves no blob and loses none, whatever is put, forked, deleted and erased",
    contract: belongs,
    check: async (stores, { fail, forEach }) => {
      const nextScope = newScopes();
      await forEach(fc19.array(step12, { minLength: 3, maxLength: 14 }), async (steps) => {
        const own2 = nextScope();
        const model = /* @__PURE__ */ new Map();
        for (const { kind, session, into, text: text2 } of steps) {
          if (kind === "add") {
            await add(stores, own2, session, text2);
            model.set(session, /* @__PURE__ */ new Set([...model.get(session) ?? [], text2]));
          } else if (kind === "fork" && stores.sessions.fork && model.has(session) && !model.has(into)) {
            await stores.sessions.fork(own2, session, into);
            model.set(into, model.get(session) ?? /* @__PURE__ */ new Set());
          } else if (kind === "delete") {
            await stores.sessions.delete(own2, session);
            model.delete(session);
          } else if (kind === "erase" && stores.sessions.erase) {
            await stores.sessions.erase(own2);
            model.clear();
          }
        }
        const { sessions: sessions2 } = await stores.blobs.sessions(own2);
        if (!same(sessions2, [...model.keys()].toSorted())) fail(show([...model.keys()]), show(sessions2));
        for (const [session, texts] of model) {
          const seen = await textsOf2(stores, own2, session);
          if (!same(seen, [...texts].toSorted())) fail(`${show([...texts])} in ${session}`, show(seen));
        }
      });
    }
  }
];

// packages/testkit/src/session-blobs/suite.ts
function closing3(rule) {
  return {
    ...rule,
    check: async (stores, bench) => {
      try {
        await rule.check(stores, bench);
      } finally {
        await stores.sessions.close?.().catch(() => {
        });
        await stores.blobs.close?.().catch(() => {
        });
      }
    }
  };
}
function sessionBlobsSuite(make, options3 = {}) {
  return casesOf(sessionBlobsRules.map(closing3), make, options3);
}

// packages/testkit/src/session-store/append-rules.ts
import * as fc21 from "fast-check";

// packages/testkit/src/session-store/samples.ts
import * as fc20 from "fast-check";
var json4 = fc20.jsonValue({ maxDepth: 2 });
var kinds5 = [
  { role: "system", content: "Be kind." },
  { role: "user", content: "What is new?", providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
  {
    role: "user",
    content: [
      { type: "text", text: "See" },
      { type: "image", image: "data:image/png;base64,iVBORw0KGgo=", mediaType: "image/png" },
      { type: "file", data: "JVBERi0=", filename: "plan.pdf", mediaType: "application/pdf" }
    ]
  },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Hm.", providerOptions: { anthropic: { signature: "EqQBCgIYAhIM" } } },
      { type: "text", text: "" },
      {
        type: "tool-call",
        toolCallId: "c1",
        toolName: "search",
        input: { query: "news", nested: [null, 1.5, "__proto__"] }
      },
      { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1" }
    ]
  },
  {
    role: "tool",
    content: [
      { type: "tool-approval-response", approvalId: "a1", approved: true, reason: "fine" },
      { type: "tool-result", toolCallId: "c1", toolName: "search", output: { type: "json", value: { hits: [] } } }
    ]
  },
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "c2",
        toolName: "shot",
        output: { type: "content", value: [{ type: "image-data", data: "AAAA", mediaType: "image/png" }] }
      }
    ]
  },
  // Own properties with names that a plain object already has.
  JSON.parse('{"role":"user","content":"a","providerOptions":{"__proto__":{"constructor":{"toString":1}}}}')
];
var textMessage = (text2) => fc20.record({ role: fc20.constantFrom("user", "assistant", "system"), content: text2 });
var partsMessage = (text2) => fc20.tuple(text2, text2, json4).map(([said2, id2, input]) => ({
  role: "assistant",
  content: [
    { type: "text", text: said2 },
    { type: "tool-call", toolCallId: id2, toolName: "f", input }
  ]
}));
var resultMessage = (text2) => fc20.tuple(text2, json4).map(([id2, value]) => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: id2, toolName: "f", output: { type: "json", value } }]
}));
var messageOf2 = (text2) => fc20.oneof(textMessage(text2), partsMessage(text2), resultMessage(text2));
var soundMessage = fc20.oneof(messageOf2(anyText), fc20.constantFrom(...kinds5));
var anyMessage = messageOf2(anyString);
var cycle2 = {};
cycle2.self = cycle2;
var call = (input) => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: "c", toolName: "f", input }]
});
var noMessages = [
  ["null", null],
  ["a text", "Hello"],
  ["an empty object", {}],
  ["an unknown role", { role: "robot", content: "Hi" }],
  ["a message without content", { role: "user" }],
  ["an unknown part type", { role: "user", content: [{ type: "song" }] }],
  ["bytes", { role: "user", content: [{ type: "image", image: new Uint8Array(4) }] }],
  ["a URL", { role: "user", content: [{ type: "image", image: new URL("https://example.com/a.png") }] }],
  ["a Date", call({ at: /* @__PURE__ */ new Date(0) })],
  ["a Map", call(/* @__PURE__ */ new Map([["a", 1]]))],
  ["NaN", call({ value: Number.NaN })],
  ["Infinity", call([Number.POSITIVE_INFINITY])],
  ["a BigInt", call(1n)],
  ["a function", call(() => 1)],
  ["a cycle", call(cycle2)],
  ["a hole in a list", call([void 0])]
];

// packages/testkit/src/session-store/append-rules.ts
var scope8 = { tenant: "acme", user: "ada" };
var added2 = "Appends messages, all or none; creates the session if it does not exist.";
async function messagesOf2(store, of, session) {
  return (await store.read(of, session, 0, 1e6)).map(({ message }) => message);
}
var appendRules2 = [
  {
    code: "SESSION_APPEND",
    name: "appends messages at the end, and returns their positions",
    contract: ["SessionStore.append", added2],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const batches = fc21.array(fc21.array(fc21.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 }), {
        maxLength: 5
      });
      await forEach(batches, async (texts) => {
        const own2 = nextScope();
        const all2 = [];
        for (const batch of texts) {
          const messages = batch.map(say);
          const { start, length, repeated } = await store.append(own2, "s", messages);
          const wanted2 = { start: all2.length, length: all2.length + messages.length, repeated: false };
          if (!same({ start, length, repeated }, wanted2)) fail(show(wanted2), show({ start, length, repeated }));
          all2.push(...messages);
        }
        const kept4 = await store.read(own2, "s", 0, 100);
        const seen = kept4.map(({ position: position2, message }) => ({ position: position2, message }));
        const wanted = all2.map((message, position2) => ({ position: position2, message }));
        if (!same(seen, wanted)) fail(show(wanted), show(seen));
      });
    }
  },
  {
    code: "SESSION_ROUND_TRIP",
    name: "returns every message unchanged, or refuses lone surrogates that it cannot store",
    contract: ["SessionStore", "appended messages never change"],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const check2 = async (messages, mayRefuse) => {
        const own2 = nextScope();
        const code = await codeOf(() => store.append(own2, "s", messages));
        const isRefused = !code.endsWith("no error");
        if (isRefused && !(mayRefuse && code === "STORE_VALUE_INVALID")) fail(`${show(messages)} to be stored`, code);
        const kept4 = await messagesOf2(store, own2, "s");
        const wanted = isRefused ? [] : messages;
        if (!same(kept4, wanted)) fail(canonical(wanted), canonical(kept4));
      };
      for (const text2 of hostileTexts) await check2([say(text2)], hasHalf(text2));
      await forEach(fc21.array(soundMessage, { minLength: 1, maxLength: 4 }), (messages) => check2(messages, false));
      await forEach(anyMessage, (message) => check2([message], true));
    }
  },
  {
    code: "SESSION_MESSAGES_REFUSED",
    name: "refuses values that are not messages or that JSON cannot keep, and stores nothing of the call",
    contract: ["SessionStore.append", "`STORE_VALUE_INVALID` for an invalid message"],
    check: async (store, bench) => {
      await store.append(scope8, "s", [say("before")]);
      for (const [what, message] of noMessages) {
        const messages = [say("sound"), message];
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => store.append(scope8, "s", messages));
        const kept4 = await messagesOf2(store, scope8, "s");
        if (!same(kept4, [say("before")])) bench.fail(`nothing stored of a call with ${what}`, show(kept4));
      }
      for (const messages of [void 0, null, {}, "text"]) {
        const append = () => store.append(scope8, "s", messages);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `${show(messages)} as messages`, append);
      }
    }
  },
  {
    code: "SESSION_NOTHING",
    name: "neither creates nor changes a session when nothing is appended",
    contract: ["Appended.revision", "The revision of the session after the append. One more for each change."],
    check: async (store, { fail }) => {
      const first = await store.append(scope8, "s", []);
      if (first.revision !== 0 || first.length !== 0) fail("revision 0 and no length", show(first));
      const info = await store.info(scope8, "s");
      if (info !== void 0) fail("no session", show(info));
      const { revision } = await store.append(scope8, "s", [say("a"), say("b")]);
      const second2 = await store.append(scope8, "s", []);
      if (second2.revision !== revision || second2.length !== 2)
        fail(`still revision ${revision} and 2 messages`, show(second2));
    }
  },
  {
    code: "SESSION_NOT_THERE",
    name: "reads a missing session as an empty one",
    contract: ["SessionPage.revision", "The session's revision at the time of reading. 0 if it does not exist."],
    check: async (store, { fail }) => {
      const info = await store.info(scope8, "none");
      if (info !== void 0) fail("undefined", show(info));
      const { messages, start, revision, length } = await store.page(scope8, "none");
      const nothing2 = { messages: [], start: 0, revision: 0, length: 0 };
      if (!same({ messages, start, revision, length }, nothing2))
        fail(show(nothing2), show({ messages, start, revision, length }));
      const read = await store.read(scope8, "none", 0, 10);
      if (read.length > 0) fail("no messages", show(read));
      const compactions = await store.compactions?.(scope8, "none") ?? [];
      if (compactions.length > 0) fail("no compactions", show(compactions));
      const { sessions: sessions2 } = await store.list(scope8);
      if (sessions2.length > 0) fail("no session created by reading", show(sessions2));
    }
  }
];

// packages/testkit/src/session-store/change-rules.ts
var scope9 = { tenant: "acme", user: "ada" };
var operation = "Repeating it changes nothing and returns the first result again, whatever its `expectedRevision`, so a retry after a lost response is safe";
var changeRules2 = [
  {
    code: "SESSION_REVISION",
    name: "raises the revision by one with each change, and reports it everywhere",
    contract: ["Appended.revision", "The revision of the session after the append. One more for each change."],
    check: async (store, { fail }) => {
      for (let wanted = 1; wanted <= 3; wanted++) {
        const { revision } = await store.append(scope9, "s", [say("a"), say("b")]);
        const page = await store.page(scope9, "s");
        const info = await store.info(scope9, "s");
        const { sessions: sessions2 } = await store.list(scope9);
        const seen = [revision, page.revision, info?.revision, sessions2[0]?.revision];
        if (!same(seen, [wanted, wanted, wanted, wanted])) fail(`revision ${wanted} everywhere`, show(seen));
      }
    }
  },
  {
    code: "SESSION_CONFLICT",
    name: "changes nothing for a writer that expects another revision",
    contract: ["SessionStore.append", "`SESSION_CONFLICT` when the session is not at `expectedRevision`"],
    check: async (store, bench) => {
      const append = (text2, expectedRevision) => store.append(scope9, "s", [say(text2)], { expectedRevision });
      await mustEndWith(bench, "SESSION_CONFLICT", "revision 1 of a missing session", () => append("no", 1));
      const { revision } = await append("one", 0);
      for (const other5 of [0, revision + 1, revision + 100]) {
        await mustEndWith(bench, "SESSION_CONFLICT", `revision ${other5} and not ${revision}`, () => append("no", other5));
      }
      await append("two", revision);
      const kept4 = (await messagesOf2(store, scope9, "s")).map(said);
      if (!same(kept4, ["one", "two"]))
        bench.fail("the messages of the writers that had seen the last revision", show(kept4));
      for (const wrong of [-1, 0.5, Number.NaN, "1"]) {
        const call3 = () => append("no", wrong);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the revision ${show(wrong)}`, call3);
      }
    }
  },
  {
    code: "SESSION_OPERATION",
    name: "performs an operation once, and returns the first answer to a retry",
    contract: ["ChangeOptions.operation", operation],
    check: async (store, { fail }) => {
      const options3 = { operation: "turn 1", expectedRevision: 0 };
      const first = await store.append(scope9, "s", [say("one"), say("two")], options3);
      await store.append(scope9, "s", [say("three")]);
      const again = await store.append(scope9, "s", [say("one"), say("two")], options3);
      if (!same(again, { ...first, repeated: true })) fail(`${show(first)}, repeated`, show(again));
      await store.append(scope9, "other", [say("one"), say("two")], { operation: "turn 1" });
      const kept4 = await Promise.all(["s", "other"].map(async (id2) => (await messagesOf2(store, scope9, id2)).map(said)));
      const wanted = [
        ["one", "two", "three"],
        ["one", "two"]
      ];
      if (!same(kept4, wanted)) fail(`${show(wanted)}, an operation once in each session`, show(kept4));
    }
  },
  {
    code: "SESSION_OPERATION_OTHER",
    name: "refuses an operation name that was used for another change, and names that cannot be stored",
    contract: ["ChangeOptions.operation", "A name that belongs to a different change is `STORE_VALUE_INVALID`."],
    check: async (store, bench) => {
      const append = (operation2, ...texts) => store.append(scope9, "s", texts.map(say), { operation: operation2 });
      await append("x", "one");
      for (const texts of [["two"], ["one", "two"], []]) {
        const what = `operation 'x' with ${show(texts)} after ["one"]`;
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => append("x", ...texts));
      }
      for (const name of ["", "x".repeat(201), "\uD800", 7]) {
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the operation ${show(name)}`, () => append(name, "two"));
      }
      const kept4 = (await messagesOf2(store, scope9, "s")).map(said);
      if (!same(kept4, ["one"])) bench.fail("nothing stored of what was refused", show(kept4));
    }
  },
  {
    code: "SESSION_PARALLEL",
    name: "neither loses nor duplicates concurrent appends, and keeps each together, in one order",
    contract: ["SessionStore.append", "Appends messages, all or none"],
    check: async (store, { fail }) => {
      const batches = Array.from({ length: 24 }, (_, batch) => [0, 1, 2].map((index2) => `${batch}.${index2}`));
      const answers = await Promise.all(batches.map((texts) => store.append(scope9, "s", texts.map(say))));
      const kept4 = (await messagesOf2(store, scope9, "s")).map(said);
      if (kept4.length !== 72) fail("72 messages of 24 appends", `${kept4.length}`);
      for (const [index2, { start }] of answers.entries()) {
        const seen = kept4.slice(start, start + 3);
        if (!same(seen, batches[index2])) fail(`${show(batches[index2])} at ${start}, as the append returned`, show(seen));
      }
      const revisions = answers.map(({ revision }) => revision);
      if (new Set(revisions).size !== 24)
        fail("a separate revision for each", show(revisions.toSorted((a, b3) => a - b3)));
    }
  },
  {
    code: "SESSION_PARALLEL_CONFLICT",
    name: "lets one of several concurrent writers with the same expected revision win",
    contract: [
      "ChangeOptions.expectedRevision",
      "The revision the caller last saw; 0 for a session that must not exist yet."
    ],
    check: async (store, { fail }) => {
      let { revision: expectedRevision } = await store.append(scope9, "s", [say("first")]);
      for (let round = 1; round <= 4; round++) {
        const write = (_, index2) => codeOf(() => store.append(scope9, "s", [say(`${round}.${index2}`)], { expectedRevision }));
        const codes = await Promise.all(Array.from({ length: 8 }, write));
        const lost = codes.filter((code) => code === "SESSION_CONFLICT").length;
        if (lost !== 7) fail("7 of 8 to end with SESSION_CONFLICT", show(codes));
        const { messages, revision } = await store.page(scope9, "s");
        if (messages.length !== round + 1)
          fail(`${round + 1} messages`, show(messages.map(({ message }) => said(message))));
        expectedRevision = revision;
      }
    }
  },
  {
    code: "SESSION_PARALLEL_OPERATION",
    name: "performs an operation once when it is requested several times concurrently",
    contract: ["ChangeOptions.operation", operation],
    check: async (store, { fail }) => {
      const ask = () => store.append(scope9, "s", [say("one"), say("two")], { operation: "x" });
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      const first = answers.filter(({ repeated }) => !repeated).length;
      if (first !== 1 || answers.some(({ start }) => start !== 0))
        fail("one first answer and 7 repeated", show(answers));
      const kept4 = (await messagesOf2(store, scope9, "s")).map(said);
      if (!same(kept4, ["one", "two"])) fail("the messages once", show(kept4));
    }
  }
];

// packages/testkit/src/session-store/compaction-rules.ts
var scope10 = { tenant: "acme", user: "ada" };
var recorded = "Records a text that replaces the messages `start` to `end`. Nothing is rewritten: those messages can still be read.";
async function compactOf(store) {
  if (!store.compact) return void 0;
  await store.append(scope10, "s", ["a", "b", "c", "d"].map(say));
  return (compaction, options3) => store.compact(scope10, "s", compaction, options3);
}
var compactionRules = [
  {
    code: "SESSION_COMPACT",
    name: "records each compaction as one change, oldest first, and rewrites no message",
    contract: ["SessionStore.compact", recorded],
    check: async (store, { fail, skip }) => {
      const compact = await compactOf(store);
      if (!compact) return skip(lacking(store, "compact"));
      const at6 = "2026-05-12T08:00:00.000Z";
      const list2 = [
        { start: 0, end: 2, text: 'Ada said "hello".\n' },
        { start: 0, end: 4, text: "\u65E5\u672C \u{1F600}" },
        { start: 2, end: 3, text: "x" }
      ];
      const answers = [];
      for (const [index2, one2] of list2.entries())
        answers.push(await compact(one2, index2 === 1 ? { at: new Date(at6) } : {}));
      const wanted = list2.map((one2, index2) => ({ ...one2, revision: index2 + 2, ...index2 === 1 ? { at: at6 } : {} }));
      if (!same(answers, wanted)) fail(show(wanted), show(answers));
      const known = await store.compactions?.(scope10, "s");
      if (!same(known, wanted)) fail(`${show(wanted)} listed`, show(known));
      const texts = (await messagesOf2(store, scope10, "s")).map(said);
      if (!same(texts, ["a", "b", "c", "d"])) fail("the messages unchanged", show(texts));
      const info = await store.info(scope10, "s");
      const actual = [info?.revision, info?.length, info?.size, info?.updatedAt];
      const size = 4 * JSON.stringify(say("a")).length;
      if (!same(actual, [4, 4, size, at6]))
        fail(`revision 4, 4 messages of size ${size}, changed at ${at6}`, show(actual));
      const { start } = await store.append(scope10, "s", [say("e")]);
      if (start !== 4) fail("the next message at 4", show(start));
    }
  },
  {
    code: "SESSION_COMPACT_REFUSED",
    name: "refuses a compaction with an empty range, a missing session, an empty text or another revision",
    contract: [
      "SessionStore.compact",
      "`SESSION_CONFLICT`, `SESSION_MISSING`, `STORE_VALUE_INVALID` for a range that the session does not have, an empty text"
    ],
    check: async (store, bench) => {
      const compact = await compactOf(store);
      if (!compact) return bench.skip(lacking(store, "compact"));
      const wrong = [
        ...[
          [0, 5],
          [2, 2],
          [3, 2],
          [-1, 2],
          [0.5, 2],
          [0, Number.NaN],
          ["0", 2]
        ].map(([start, end]) => ({ start, end, text: "a" })),
        ...["", 7, void 0, "\uD800"].map((text2) => ({ start: 0, end: 2, text: text2 })),
        ...[void 0, null, "a"]
      ];
      for (const one2 of wrong) {
        await mustEndWith(
          bench,
          "STORE_VALUE_INVALID",
          `the compaction ${show(one2)}`,
          () => compact(one2)
        );
      }
      const sound2 = { start: 0, end: 2, text: "a" };
      await mustEndWith(
        bench,
        "SESSION_CONFLICT",
        "revision 7 and not 1",
        () => compact(sound2, { expectedRevision: 7 })
      );
      const missing2 = () => store.compact?.(scope10, "none", sound2);
      await mustEndWith(bench, "SESSION_MISSING", "a compaction of a missing session", missing2);
      const known = await store.compactions?.(scope10, "s") ?? [];
      if (known.length > 0) bench.fail("nothing recorded of what was refused", show(known));
    }
  },
  {
    code: "SESSION_COMPACT_OPERATION",
    name: "performs the operation of a compaction once, and refuses its name for any other change",
    contract: ["ChangeOptions.operation", "A name for this change, unique in the session."],
    check: async (store, bench) => {
      const compact = await compactOf(store);
      if (!compact) return bench.skip(lacking(store, "compact"));
      const [one2, operation2] = [{ start: 0, end: 2, text: "a" }, "sum up"];
      const first = await compact(one2, { operation: operation2, expectedRevision: 1 });
      const again = await compact(one2, { operation: operation2, expectedRevision: 1 });
      if (!same(again, first)) bench.fail(show(first), show(again));
      for (const other5 of [
        { ...one2, text: "b" },
        { ...one2, end: 3 },
        { ...one2, native: { format: "anthropic", content: {} } }
      ]) {
        await mustEndWith(
          bench,
          "STORE_VALUE_INVALID",
          `${show(other5)} under its name`,
          () => compact(other5, { operation: operation2 })
        );
      }
      const append = () => store.append(scope10, "s", [say("a")], { operation: operation2 });
      await mustEndWith(bench, "STORE_VALUE_INVALID", "an append under its name", append);
      const known = await store.compactions?.(scope10, "s") ?? [first];
      if (!same(known, [first])) bench.fail("one compaction", show(known));
    }
  }
];

// packages/testkit/src/session-store/export-rules.ts
import * as fc22 from "fast-check";
var scope11 = { tenant: "acme", user: "ada" };
var other2 = { tenant: "acme", user: "bob" };
var kept3 = "messages byte for byte, positions, revisions, times, compactions, operations, its fork origin. Two stores with the same session return the same lines.";
var whole3 = "Creates a session from such lines, all or nothing. Never overwrites an existing session.";
async function fill(store, owner, compactOptions = {}) {
  const [early2, late2] = [/* @__PURE__ */ new Date("2026-05-12T08:00:00Z"), /* @__PURE__ */ new Date("2026-05-13T09:30:00Z")];
  await store.append(owner, "s", kinds5);
  await store.append(owner, "s", ["a", "b"].map(say), { operation: "one", at: early2 });
  await store.compact?.(owner, "s", { start: 0, end: 2, text: '\u65E5\u672C "in short"\n' }, { ...compactOptions, at: late2 });
  await store.append(owner, "s", [say("c")], { operation: "__proto__" });
  await store.compact?.(owner, "s", { start: 1, end: 9, text: "all" });
  if (!store.fork) return ["s"];
  await store.fork(owner, "s", "fork", 4);
  await store.append(owner, "fork", [say("d")], { operation: "one", at: early2 });
  return ["s", "fork"];
}
var everything4 = async (store, owner, session) => [
  await store.info(owner, session),
  await store.read(owner, session, 0, 99),
  await store.compactions?.(owner, session)
];
var swap = (lines, at6) => [
  ...lines.slice(0, at6),
  ...lines.slice(at6, at6 + 2).toReversed(),
  ...lines.slice(at6 + 2)
];
function* damaged3(lines) {
  yield ["no lines", []];
  for (const [at6, line] of lines.entries()) {
    const others2 = [lines.slice(0, at6), lines.slice(at6 + 1)];
    const instead = (...some) => [...others2[0], ...some, ...others2[1]];
    yield [`without line ${at6 + 1}`, instead()];
    yield [`ended in line ${at6 + 1}`, [...others2[0], line.slice(0, -1)]];
    yield [`with line ${at6 + 1} twice`, instead(line, line)];
    yield [`with a foreign line ${at6 + 1}`, instead('{"__proto__":{"message":1}}')];
    yield [`with an empty line ${at6 + 1}`, instead("", line)];
    yield [`with a byte order mark in line ${at6 + 1}`, instead(`\uFEFF${line}`)];
    yield [`with a carriage return in line ${at6 + 1}`, instead(`${line}\r`)];
    const grown = line.replace(/\d+/, (digits) => `${digits}0`);
    if (grown !== line) yield [`with another number in line ${at6 + 1}`, instead(grown)];
    if (at6 < lines.length - 1) yield [`with lines ${at6 + 1} and ${at6 + 2} swapped`, swap(lines, at6)];
  }
}
var exportRules = [
  {
    code: "SESSION_EXPORT",
    name: "exports the same lines as every other store, as of one revision",
    contract: ["SessionStore.export", kept3],
    check: async (store, bench) => {
      if (!store.export || !store.compact || !store.fork) return bench.skip(lacking(store, "export", "compact", "fork"));
      const model = createSessionStore();
      await fill(model, scope11);
      for (const session of await fill(store, scope11)) {
        const wanted = await linesOf(model.export(scope11, session));
        const lines2 = await linesOf(store.export(scope11, session));
        const differs = wanted.findIndex((line, index2) => line !== lines2[index2]);
        if (!same(lines2, wanted)) bench.fail(show(wanted[differs]), show(lines2[Math.max(0, differs)]));
      }
      const begun = await linesOf(store.export(scope11, "s"));
      const lines = [];
      for await (const line of store.export(scope11, "s")) {
        if (lines.push(line) === 1) await store.append(scope11, "s", [say("later")]);
      }
      if (!same(lines, begun)) bench.fail("nothing of what came later", show(lines));
      const missing2 = async () => linesOf(store.export?.(scope11, "none") ?? []);
      await mustEndWith(bench, "SESSION_MISSING", "a session that is not there", missing2);
    }
  },
  {
    code: "SESSION_IMPORT",
    name: "recreates the same session from its lines, including its operations",
    contract: ["SessionStore.export", kept3],
    check: async (store, { fail, skip, forEach }) => {
      const { export: from, import: into } = store;
      if (!from || !into) return skip(lacking(store, "export", "import"));
      const copy2 = async (session) => {
        const lines2 = await linesOf(from(scope11, session));
        const info = await into(other2, [...lines2, ""]);
        const seen2 = canonical([await everything4(store, other2, session), await linesOf(from(other2, session))]);
        const wanted = canonical([await everything4(store, scope11, session), lines2]);
        if (seen2 !== wanted) fail(wanted, seen2);
        const known = await store.info(other2, session);
        if (known?.revision !== info.revision || known?.length !== info.length) fail(show(known), show(info));
      };
      for (const session of await fill(store, scope11)) await copy2(session);
      const model = createSessionStore();
      await fill(model, scope11, { operation: "two" });
      const [first, last] = [/* @__PURE__ */ new Date("2026-05-15T08:00:00Z"), /* @__PURE__ */ new Date("2026-05-14T08:00:00Z")];
      await model.append(scope11, "s", ["x", "y", "z"].map(say), { at: [first, last, void 0] });
      const lines = await linesOf(model.export(scope11, "s"));
      await into(scope11, lines, { session: "model" });
      const [, ...seen] = await linesOf(from(scope11, "model"));
      if (!same(seen, lines.slice(1))) fail(show(lines.slice(1)), show(seen));
      const one2 = ["a", "b"].map(say);
      for (const [messages, options3] of [[one2, { operation: "one" }], [[say("next")], {}]]) {
        const first2 = await store.append(scope11, "s", messages, options3);
        const second2 = await store.append(other2, "s", messages, options3);
        if (!same(second2, first2)) fail(show(first2), show(second2));
      }
      let run = 0;
      await forEach(fc22.array(soundMessage, { minLength: 1, maxLength: 4 }), async (messages) => {
        const session = `run ${run++}`;
        await store.append(scope11, session, messages);
        await copy2(session);
      });
    }
  },
  {
    code: "SESSION_IMPORT_REFUSED",
    name: "refuses damaged, missing, duplicated or moved lines, and stores nothing of them",
    contract: ["SessionStore.import", "`IMPORT_INVALID` with the line and its problem, `SESSION_EXISTS`"],
    check: async (store, bench) => {
      const { import: into } = store;
      if (!into) return bench.skip(lacking(store, "import"));
      const model = createSessionStore();
      for (const session of await fill(model, scope11, { operation: "two" })) {
        for (const [what, lines] of damaged3(await linesOf(model.export(scope11, session)))) {
          await mustEndWith(bench, "IMPORT_INVALID", `${session} ${what}`, () => into(scope11, lines));
        }
      }
      const { sessions: sessions2 } = await store.list(scope11);
      if (sessions2.length > 0) bench.fail("no session", show(sessions2));
    }
  },
  {
    code: "SESSION_IMPORT_EXISTS",
    name: "imports under another id on request, and never replaces an existing session",
    contract: ["SessionStore.import", whole3],
    check: async (store, bench) => {
      const { import: into } = store;
      if (!into) return bench.skip(lacking(store, "import"));
      const model = createSessionStore();
      await fill(model, scope11);
      const lines = await linesOf(model.export(scope11, "s"));
      await store.append(scope11, "s", [say("first")]);
      await mustEndWith(bench, "SESSION_EXISTS", "a session that is there", () => into(scope11, lines));
      const { length } = await store.info(scope11, "s") ?? {};
      if (length !== 1) bench.fail("the existing session unchanged", show(await everything4(store, scope11, "s")));
      const options3 = { session: "new" };
      const { id: id2 } = await into(scope11, lines, options3);
      if (id2 !== "new") bench.fail("the id 'new'", show(id2));
      await mustEndWith(bench, "SESSION_EXISTS", "the new session again", () => into(scope11, lines, options3));
      const three = { session: "three" };
      const codes = await Promise.all([1, 2, 3].map(() => codeOf(() => into(scope11, lines, three))));
      const refused5 = codes.filter((code) => code === "SESSION_EXISTS").length;
      if (refused5 !== 2) bench.fail("SESSION_EXISTS for two of three concurrent imports", show(codes));
    }
  }
];

// packages/testkit/src/session-store/fork-rules.ts
var scope12 = { tenant: "acme", user: "ada" };
var forked = "Creates a new session from the messages before `at` (default: all of them) and the compactions that lie before it.";
var textsOf3 = async (store, session) => (await messagesOf2(store, scope12, session)).map(said);
var forkRules = [
  {
    code: "SESSION_FORK",
    name: "forks a session at the given position, and both grow independently",
    contract: ["SessionStore.fork", forked],
    check: async (store, { fail, skip }) => {
      if (!store.fork) return skip(lacking(store, "fork"));
      await store.append(scope12, "trunk", ["a", "b"].map(say));
      await store.append(scope12, "trunk", ["c", "d"].map(say));
      const trunk = await store.info(scope12, "trunk");
      for (const [into, at6, wanted2] of [
        ["whole", void 0, ["a", "b", "c", "d"]],
        ["part", 3, ["a", "b", "c"]],
        ["none", 0, []]
      ]) {
        const info = await store.fork(scope12, "trunk", into, at6);
        const texts = await textsOf3(store, into);
        if (!same(texts, wanted2)) fail(`${show(wanted2)} in a fork at ${at6}`, show(texts));
        const size = wanted2.reduce((sum2, text2) => sum2 + JSON.stringify(say(text2)).length, 0);
        const { id: id2, length, forkedFrom } = info;
        const expected = { id: into, length: wanted2.length, size, forkedFrom: { session: "trunk", at: wanted2.length } };
        if (!same({ id: id2, length, size: info.size, forkedFrom }, expected)) fail(show(expected), show(info));
        const known = await store.info(scope12, into);
        if (!same(known, info)) fail(`${show(info)} as info of the fork`, show(known));
      }
      const after2 = await store.info(scope12, "trunk");
      if (!same(after2, trunk)) fail(`${show(trunk)} of the session that was forked`, show(after2));
      await store.append(scope12, "part", [say("x")]);
      await store.append(scope12, "trunk", [say("y")]);
      const grown = [await textsOf3(store, "part"), await textsOf3(store, "trunk")];
      const wanted = ["abcx", "abcdy"].map((texts) => [...texts]);
      if (!same(grown, wanted)) fail(show(wanted), show(grown));
      await store.delete(scope12, "trunk");
      const left = await textsOf3(store, "whole");
      if (!same(left, ["a", "b", "c", "d"])) fail("the fork of a deleted session", show(left));
    }
  },
  {
    code: "SESSION_FORK_STATE",
    name: "copies earlier compactions into a fork but no operations, and starts it at revision 1",
    contract: ["SessionStore.fork", "The session and its messages are at revision 1."],
    check: async (store, { fail, skip }) => {
      if (!store.fork) return skip(lacking(store, "fork"));
      for (const operation2 of ["1", "2", "3"]) await store.append(scope12, "trunk", ["a", "b"].map(say), { operation: operation2 });
      for (const [start2, end] of [
        [0, 2],
        [1, 5],
        [2, 4]
      ]) {
        await store.compact?.(scope12, "trunk", { start: start2, end, text: `${start2} to ${end}` });
      }
      const { revision } = await store.fork(scope12, "trunk", "fork", 4);
      if (revision !== 1) fail("revision 1", show(revision));
      const known = await store.compactions?.(scope12, "fork") ?? [];
      const sorted2 = known.toSorted((a, b3) => a.start - b3.start);
      const seen = sorted2.map((one2) => [one2.start, one2.end, one2.text, one2.revision]);
      const wanted = [
        [0, 2, "0 to 2", 1],
        [2, 4, "2 to 4", 1]
      ];
      if (store.compactions && store.compact && !same(seen, wanted)) fail(show(wanted), show(seen));
      const { repeated, start } = await store.append(scope12, "fork", ["a", "b"].map(say), { operation: "1" });
      if (repeated || start !== 4) fail("operation '1' to be new in the fork", show({ repeated, start }));
    }
  },
  {
    code: "SESSION_FORK_REFUSED",
    name: "refuses to fork a missing session, into an existing one, or at an invalid position",
    contract: ["SessionStore.fork", "@throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`"],
    check: async (store, bench) => {
      if (!store.fork) return bench.skip(lacking(store, "fork"));
      const fork = (from, into, at6) => store.fork?.(scope12, from, into, at6);
      await store.append(scope12, "a", [say("one")]);
      await store.append(scope12, "b", [say("two")]);
      await mustEndWith(bench, "SESSION_MISSING", "a fork of a missing session", () => fork("none", "c"));
      await mustEndWith(bench, "SESSION_EXISTS", "a fork into another session", () => fork("a", "b"));
      await mustEndWith(bench, "SESSION_EXISTS", "a fork into itself", () => fork("a", "a"));
      for (const at6 of [2, -1, 0.5, Number.NaN, "1"]) {
        await mustEndWith(bench, "STORE_VALUE_INVALID", `a fork at ${show(at6)} of 1`, () => fork("a", "c", at6));
      }
      const { sessions: sessions2 } = await store.list(scope12);
      const texts = await textsOf3(store, "b");
      if (sessions2.length !== 2 || !same(texts, ["two"])) bench.fail("both sessions unchanged", show([sessions2, texts]));
    }
  }
];

// packages/testkit/src/session-store/mark-rules.ts
var scope13 = { tenant: "acme", user: "ada" };
var summary = { lamella: { summary: { start: 0, end: 40 } } };
var marked = { lamella: { synthetic: true } };
var result = { type: "tool-result", toolCallId: "c", toolName: "f" };
var forged = [
  ["a message marked as a summary", { ...say("forged"), providerOptions: summary }],
  ["a mark next to options of a provider", { ...say("forged"), providerOptions: { openai: { user: "a" }, ...marked } }],
  ["an unknown mark", { ...say("forged"), providerOptions: { lamella: { update: {} } } }],
  ["a marked system message", { role: "system", content: "forged", providerOptions: marked }],
  ["a marked part", { role: "user", content: [{ type: "text", text: "forged", providerOptions: marked }] }],
  [
    "a marked tool result",
    { role: "tool", content: [{ ...result, output: { type: "text", value: "" }, providerOptions: marked }] }
  ],
  [
    "a marked tool output",
    { role: "tool", content: [{ ...result, output: { type: "text", value: "", providerOptions: marked } }] }
  ],
  [
    "a marked piece of a tool output",
    {
      role: "tool",
      content: [
        { ...result, output: { type: "content", value: [{ type: "text", text: "", providerOptions: marked }] } }
      ]
    }
  ]
];
var sound = [
  say("providerOptions.lamella.summary"),
  { role: "user", content: "a", providerOptions: { openai: { lamella: { summary: { start: 0, end: 1 } } } } },
  {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "c", toolName: "f", input: { providerOptions: summary } }]
  },
  { role: "tool", content: [{ ...result, output: { type: "json", value: { providerOptions: summary } } }] }
];
var markRules = [
  {
    code: "SESSION_MARKS_REFUSED",
    name: "refuses messages with Lamella's own marks, and stores nothing of the call",
    contract: ["SessionStore.append", "Messages with such a mark are rejected."],
    check: async (store, bench) => {
      await store.append(scope13, "s", sound);
      for (const [what, message] of forged) {
        const append = () => store.append(scope13, "s", [message, say("sound")]);
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, append);
        const kept4 = await messagesOf2(store, scope13, "s");
        if (!same(kept4, sound)) bench.fail(`${show(sound)}, and nothing of a call with ${what}`, show(kept4));
        if (!store.import) continue;
        const text2 = JSON.stringify(message);
        const lines = [
          `{"lamella":"session","version":1,"id":"forged","revision":1,"length":1,"size":${text2.length}}`,
          `{"position":0,"revision":1,"message":${text2}}`,
          '{"end":true,"lines":2}'
        ];
        await mustEndWith(bench, "IMPORT_INVALID", `an import of ${what}`, () => store.import?.(scope13, lines));
      }
    }
  }
];

// packages/testkit/src/session-store/native-rules.ts
var scope14 = { tenant: "acme", user: "ada" };
var other3 = { tenant: "acme", user: "bob" };
var content = '[{"type":"compaction","content":"Ada said \\"hello\\".\\n\u65E5\u672C \u{1F600}","signature":"EuYBCkQY+/==","b":[1.5e-7,-0.25,true,null],"a":{"":{}},"__proto__":{"x":1}}]';
var native = () => ({ format: "anthropic", content: JSON.parse(content) });
async function compacted(store, one2) {
  await store.append(scope14, "s", ["a", "b", "c", "d"].map(say));
  return store.compact?.(scope14, "s", one2);
}
var nativeRules = [
  {
    code: "SESSION_NATIVE",
    name: "keeps a native summary byte for byte: in lists, forks and exports",
    contract: ["NewCompaction.native", "The same summary as a provider wrote it. Kept byte for byte."],
    check: async (store, { fail, skip }) => {
      if (!store.compact || !store.compactions) return skip(lacking(store, "compact", "compactions"));
      const one2 = { start: 0, end: 2, text: "in short", native: { ...native(), opaque: true, prefix: "a-b" } };
      const wanted = JSON.stringify(one2.native);
      const mustHave = (where, compaction) => {
        const seen = JSON.stringify(compaction?.native);
        if (seen !== wanted) fail(`${wanted} ${where}`, show(seen));
      };
      const answer = await compacted(store, one2);
      mustHave("in the answer", answer);
      const list2 = async (owner, session) => (await store.compactions?.(owner, session))?.[0];
      for (const copy2 of [one2, answer, await list2(scope14, "s")]) Object.assign(copy2?.native?.content, [null]);
      mustHave("in the list", await list2(scope14, "s"));
      if (store.fork) {
        await store.fork(scope14, "s", "fork", 3);
        mustHave("in a fork", await list2(scope14, "fork"));
      }
      if (!store.export || !store.import) return;
      const model = createSessionStore();
      await compacted(model, { ...one2, native: { ...native(), opaque: true, prefix: "a-b" } });
      const lines = await linesOf(store.export(scope14, "s"));
      const same2 = await linesOf(model.export(scope14, "s"));
      if (lines.join("\n") !== same2.join("\n")) fail(show(same2), show(lines));
      await store.import(other3, lines);
      mustHave("in an imported session", await list2(other3, "s"));
    }
  },
  {
    code: "SESSION_NATIVE_REFUSED",
    name: "refuses a native summary that is not plain JSON, has no format, or is too large",
    contract: ["SessionStore.compact", "a native summary that is not plain JSON of at most 4 MiB"],
    check: async (store, bench) => {
      if (!store.compact) return bench.skip(lacking(store, "compact"));
      const cycle4 = [];
      cycle4.push(cycle4);
      const shared3 = Array.from({ length: 60 }).reduce((value) => [value, value], "x");
      const contents = [
        ["none", void 0],
        ["NaN", [Number.NaN]],
        ["a BigInt", { a: 1n }],
        ["a function", () => 1],
        ["a Date", { at: /* @__PURE__ */ new Date(0) }],
        ["bytes", new Uint8Array(4)],
        ["a hole in a list", [void 0]],
        ["a cycle", cycle4],
        ["shared values", shared3],
        ["4 MiB", "x".repeat(4 * 1024 * 1024)]
      ];
      const wrong = [
        ...contents.map(([what, value]) => [`content: ${what}`, { format: "anthropic", content: value }]),
        ...["", 7, void 0, "\uD800", "x".repeat(65)].map(
          (format2) => [`the format ${show(format2)}`, { format: format2, content: {} }]
        ),
        ["opaque: 1", { ...native(), opaque: 1 }],
        ["prefix: 1", { ...native(), prefix: 1 }],
        ...[null, "a", []].map((value) => [show(value), value])
      ];
      await store.append(scope14, "s", ["a", "b"].map(say));
      for (const [what, value] of wrong) {
        const compaction = { start: 0, end: 2, text: "a", native: value };
        await mustEndWith(bench, "STORE_VALUE_INVALID", what, () => store.compact?.(scope14, "s", compaction));
      }
      const known = await store.compactions?.(scope14, "s") ?? [];
      if (known.length > 0) bench.fail("nothing recorded of what was refused", show(known));
    }
  }
];

// packages/testkit/src/session-store/read-rules.ts
import * as fc23 from "fast-check";
var position = fc23.integer({ min: 0, max: 12 });
var count = fc23.integer({ min: 1, max: 12 });
function sessions(store) {
  const nextScope = newScopes();
  const made = /* @__PURE__ */ new Map();
  const make = async (length) => {
    const scope20 = nextScope();
    for (let index2 = 0; index2 < length; index2 += 2) {
      const texts = [`m${index2}`, `m${index2 + 1}`].slice(0, length - index2);
      await store.append(scope20, "s", texts.map(say));
    }
    return scope20;
  };
  return (length) => {
    const scope20 = made.get(length) ?? make(length);
    made.set(length, scope20);
    return scope20;
  };
}
var readRules = [
  {
    code: "SESSION_PAGE",
    name: "returns the newest messages, or those before a position, oldest first",
    contract: ["SessionStore.page", "Returns the newest messages, or those before a position, up to the limits."],
    check: async (store, { fail, forEach }) => {
      const sessionOf = sessions(store);
      const sample = fc23.tuple(count, fc23.record({ before: position, messages: count }, { requiredKeys: [] }));
      await forEach(sample, async ([length, request]) => {
        const page = await store.page(await sessionOf(length), "s", request);
        const end = Math.min(length, request.before ?? length);
        const start2 = Math.max(0, end - (request.messages ?? 50));
        const positions = page.messages.map((message) => message.position);
        const seen = { start: page.start, length: page.length, positions };
        const wanted = { start: start2, length, positions: Array.from({ length: end - start2 }, (_, index2) => start2 + index2) };
        if (!same(seen, wanted)) fail(`${show(wanted)} for ${show(request)}`, show(seen));
      });
      const long = Array.from({ length: 60 }, (_, index2) => say(`m${index2}`));
      await store.append({ tenant: "long" }, "s", long);
      const { start } = await store.page({ tenant: "long" }, "s");
      if (start !== 10) fail("the last 50 of 60 messages", `those from ${start} on`);
    }
  },
  {
    code: "SESSION_PAGE_SIZE",
    name: "returns no more than the given size of the end, but at least one message",
    contract: ["PageRequest", "At least one message is returned, however large it is."],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes();
      const lengths = fc23.array(fc23.nat({ max: 40 }), { minLength: 1, maxLength: 8 });
      await forEach(fc23.tuple(lengths, fc23.nat({ max: 300 })), async ([list2, size]) => {
        const scope20 = nextScope();
        const messages = list2.map((length) => say("\xE4".repeat(length)));
        await store.append(scope20, "s", messages);
        const page = await store.page(scope20, "s", { size });
        const sizes = messages.map((message) => JSON.stringify(message).length);
        let start = list2.length - 1;
        let left = size - (sizes[start] ?? 0);
        while (start > 0 && left >= (sizes[start - 1] ?? 0)) left -= sizes[--start] ?? 0;
        const positions = page.messages.map((message) => message.position);
        if (page.start !== start || positions.length !== list2.length - start) {
          const wanted = `messages ${start} to ${list2.length} within ${size} units of ${show(sizes)}`;
          fail(wanted, show({ start: page.start, positions }));
        }
      });
    }
  },
  {
    code: "SESSION_READ",
    name: "reads any range of positions, and returns fewer messages where the session has fewer",
    contract: [
      "SessionStore.read",
      "Returns messages `start` (included) to `end` (excluded), oldest first; fewer if the session has fewer."
    ],
    check: async (store, { fail, forEach }) => {
      const sessionOf = sessions(store);
      const check2 = async (length, start, end) => {
        const read = await store.read(await sessionOf(length), "s", start, end);
        const wanted = Array.from({ length }, (_, at6) => ({ position: at6, message: say(`m${at6}`) })).slice(start, end);
        const seen = read.map((one2) => ({ position: one2.position, message: one2.message }));
        if (!same(seen, wanted)) fail(`${show(wanted)} for ${start} to ${end} of ${length}`, show(seen));
      };
      for (let start = 0; start <= 5; start++) for (let end = 0; end <= 5; end++) await check2(4, start, end);
      await check2(4, 1, Number.POSITIVE_INFINITY);
      await forEach(fc23.tuple(position, position, position), (range) => check2(...range));
    }
  },
  {
    code: "SESSION_SIZES",
    name: "counts sizes in UTF-16 units of the messages' JSON",
    contract: ["StoredMessage.sizeBefore", "Size of all preceding messages, in UTF-16 units of their JSON text."],
    check: async (store, { fail }) => {
      const scope20 = { tenant: "acme" };
      const messages = [say('\u65E5\u672C "\n\u{1F600}"'), ...kinds5, say("")];
      for (const message of messages) await store.append(scope20, "s", [message]);
      const sizes = [0];
      for (const message of messages) sizes.push((sizes.at(-1) ?? 0) + JSON.stringify(message).length);
      const size = sizes.at(-1);
      const info = await store.info(scope20, "s");
      const length = messages.length;
      if (!same([info?.length, info?.size], [length, size])) fail(`${length} messages of size ${size}`, show(info));
      const read = (await store.read(scope20, "s", 0, 99)).map(({ sizeBefore }) => sizeBefore);
      if (!same(read, sizes.slice(0, -1))) fail(show(sizes.slice(0, -1)), show(read));
      const { messages: newest } = await store.page(scope20, "s", { messages: 3 });
      const page = newest.map(({ sizeBefore }) => sizeBefore).toSorted((a, b3) => a - b3);
      if (!same(page, sizes.slice(-4, -1))) fail(`${show(sizes.slice(-4, -1))} in a page`, show(page));
    }
  },
  {
    code: "SESSION_LIMITS_REFUSED",
    name: "refuses invalid positions and limits",
    contract: ["PageRequest.messages", "The most messages to return, 1 or more. Default 50."],
    check: async (store, bench) => {
      const scope20 = { tenant: "acme" };
      await store.append(scope20, "s", [say("a")]);
      const requests = [
        { messages: 0 },
        { messages: -1 },
        { messages: 1.5 },
        { before: -1 },
        { size: -1 }
      ];
      for (const request of [...requests, { before: Number.NaN }, { size: "9" }, { messages: "9" }]) {
        const page = () => store.page(scope20, "s", request);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `a page of ${show(request)}`, page);
      }
      for (const [start, end] of [
        [-1, 1],
        [0, -1],
        [0.5, 1],
        [Number.NaN, 1],
        ["0", 1],
        [0, void 0]
      ]) {
        const read = () => store.read(scope20, "s", start, end);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `a read of ${show([start, end])}`, read);
      }
    }
  }
];

// packages/testkit/src/session-store/run-samples.ts
import * as fc24 from "fast-check";
var json5 = fc24.jsonValue({ maxDepth: 3 });
var nested = (levels) => levels === 0 ? { end: true } : { list: [nested(levels - 1)] };
var soundRuns = [
  {},
  { run: null, message: "a", compaction: [], header: { lamella: "session" }, end: true },
  { list: [null, true, -15e-8, 9007199254740991, "", [], {}], nested: nested(100) },
  // Own properties with names that a plain object already has.
  JSON.parse('{"__proto__":{"constructor":{"toString":1}},"hasOwnProperty":false,"1":"b","0":"a"}'),
  { text: "x".repeat(1e5) }
];
var anyRun = fc24.tuple(fc24.oneof(anyString, fc24.constantFrom(...hostileTexts)), json5).map(([text2, value]) => Object.fromEntries([["head", [text2, value]], [text2, { value }]]));
var cycle3 = {};
cycle3.self = cycle3;
var noRuns = [
  ["undefined", void 0],
  ["null", null],
  ["a text", "{}"],
  ["a number", 7],
  ["a list", [{}]],
  ["a function", () => 1],
  ["a Map", /* @__PURE__ */ new Map([["a", 1]])],
  ["a Date", { at: /* @__PURE__ */ new Date(0) }],
  ["bytes", { bytes: new Uint8Array(4) }],
  ["NaN", { head: [{ tokens: Number.NaN }] }],
  ["Infinity", { tokens: Number.POSITIVE_INFINITY }],
  ["a BigInt", { tokens: 1n }],
  ["a method", { toJSON: () => ({}) }],
  ["a cycle", cycle3],
  ["a hole in a list", { list: [void 0] }]
];

// packages/testkit/src/session-store/runs-of.ts
var scope15 = { tenant: "acme", user: "ada" };
function runsOf(store, { skip }) {
  const { readRun, writeRun } = store;
  if (!readRun || !writeRun) return skip(lacking(store, "readRun", "writeRun"));
  return {
    read: (session, of = scope15) => readRun.call(store, of, session),
    write: (session, run, expectedVersion, of = scope15) => writeRun.call(store, of, session, run, expectedVersion)
  };
}

// packages/testkit/src/session-store/run-rules.ts
var scope16 = { tenant: "acme", user: "ada" };
var keeps2 = "Keeps the state of a run with the session, in place of the one before, as durably as the store's settings promise.";
var runRules = [
  {
    code: "SESSION_RUN_METHODS",
    name: "has both methods for runs, or neither",
    contract: ["SessionStore.readRun", "A store has both methods or neither."],
    check: (store, { fail }) => {
      const has = [typeof store.readRun, typeof store.writeRun].map((type3) => type3 === "function");
      if (has[0] !== has[1]) fail("readRun() and writeRun()", lacking(store, "readRun", "writeRun"));
    }
  },
  {
    code: "SESSION_RUN_ROUND_TRIP",
    name: "returns the state of a run unchanged, or refuses lone surrogates that it cannot store",
    contract: ["SessionStore.writeRun", keeps2],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const nextScope = newScopes();
      const check2 = async (run) => {
        const own2 = nextScope();
        const code = await codeOf(() => runs2.write("s", run, 0, own2));
        const isRefused = !code.endsWith("no error");
        const mayRefuse = code === "STORE_VALUE_INVALID" && /\\ud[89a-f]/.test(JSON.stringify(run));
        if (isRefused && !mayRefuse) bench.fail(`${canonical(run)} to be stored`, code);
        const stored = await runs2.read("s", own2);
        const wanted = isRefused ? void 0 : { run, version: 1 };
        if (!same(stored, wanted)) bench.fail(canonical(wanted), canonical(stored));
      };
      for (const run of soundRuns) await check2(run);
      for (const text2 of hostileTexts) await check2(Object.fromEntries([[text2, { text: text2 }]]));
      await bench.forEach(anyRun, check2);
    }
  },
  {
    code: "SESSION_RUN_REPLACED",
    name: "returns the last state of a run as a whole, with a version that is larger each time",
    contract: ["SessionStore.writeRun", "Versions begin at 1 and increase with each change."],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const expectRun = async (wanted) => {
        const stored = await runs2.read("s");
        if (!same(stored, wanted)) bench.fail(show(wanted), show(stored));
      };
      await expectRun(void 0);
      await store.append(scope16, "s", [say("a")]);
      await expectRun(void 0);
      let before2 = 0;
      for (const run of [{ a: 1, b: 2 }, { b: 3 }, {}, { text: "x".repeat(1e4) }, { text: "y" }]) {
        const version = await runs2.write("s", run, before2);
        if (before2 === 0 ? version !== 1 : version <= before2)
          bench.fail(`a version after ${before2}, from 1`, show(version));
        before2 = version;
        await expectRun({ run, version });
      }
      await store.append(scope16, "s", [say("b")]);
      await expectRun({ run: { text: "y" }, version: before2 });
    }
  },
  {
    code: "SESSION_RUN_REFUSED",
    name: "refuses a state that is not an object or that JSON cannot keep, and changes nothing",
    contract: ["SessionStore.writeRun", "`STORE_VALUE_INVALID` for a value that is not a plain JSON object"],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const version = await runs2.write("s", { epoch: 1 }, 0);
      const refused5 = async (what, run, expected) => {
        for (const session of ["s", "none"]) {
          const write = () => runs2.write(session, run, expected(session));
          await mustEndWith(bench, "STORE_VALUE_INVALID", what, write);
        }
      };
      for (const [what, run] of noRuns)
        await refused5(`${what} as the state of a run`, run, (session) => session === "s" ? version : 0);
      for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "1", null, void 0])
        await refused5(`the version ${show(wrong)}`, { epoch: 2 }, () => wrong);
      const seen = [await runs2.read("s"), (await store.info(scope16, "s"))?.revision, await store.info(scope16, "none")];
      const wanted = [{ run: { epoch: 1 }, version }, 1, void 0];
      if (!same(seen, wanted)) bench.fail(show(wanted), show(seen));
    }
  },
  {
    code: "SESSION_RUN_CONFLICT",
    name: "keeps nothing from a writer that expects another version, and creates no session for it",
    contract: ["SessionStore.writeRun", "`RUN_CONFLICT` when the state is not at `expectedVersion`"],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const refused5 = (session, expected) => mustEndWith(
        bench,
        "RUN_CONFLICT",
        `version ${expected} of ${session}`,
        () => runs2.write(session, { epoch: 4 }, expected)
      );
      await refused5("none", 1);
      const none = await store.info(scope16, "none");
      if (none !== void 0) bench.fail("no session", show(none));
      await store.append(scope16, "s", [say("a")]);
      await refused5("s", 1);
      const first = await runs2.write("s", { epoch: 2 }, 0);
      await refused5("s", 0);
      const version = await runs2.write("s", { epoch: 3 }, first);
      for (const expected of [0, first, version + 1, version + 100]) await refused5("s", expected);
      const stored = await runs2.read("s");
      const wanted = { run: { epoch: 3 }, version };
      if (!same(stored, wanted)) bench.fail(show(wanted), show(stored));
    }
  },
  {
    code: "SESSION_RUN_PARALLEL",
    name: "lets one of several concurrent writers of a run with the same expected version win",
    contract: ["SessionStore.writeRun", "`RUN_CONFLICT` when the state is not at `expectedVersion`"],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      let expected = 0;
      for (let round = 0; round < 4; round++) {
        const write = (_, index2) => codeOf(() => runs2.write("s", { written: `${round}.${index2}` }, expected));
        const codes = await Promise.all(Array.from({ length: 8 }, write));
        const lost = codes.filter((code) => code === "RUN_CONFLICT").length;
        if (lost !== 7) bench.fail("7 of 8 to end with RUN_CONFLICT", show(codes));
        const winner = codes.findIndex((code) => code !== "RUN_CONFLICT");
        const stored = await runs2.read("s");
        if (stored?.run["written"] !== `${round}.${winner}`) bench.fail(`the run ${round}.${winner}`, show(stored));
        expected = stored?.version ?? 0;
      }
    }
  }
];

// packages/testkit/src/session-store/run-session-rules.ts
var scope17 = { tenant: "acme", user: "ada" };
var keeps3 = "Keeps the state of a run with the session, in place of the one before, as durably as the store's settings promise.";
var unchanged = "Changes neither the session's revision nor its times.";
var follows = "The state is derived from the session: it is deleted and erased with it, `fork` copies it, and `export` leaves it out.";
var runSessionRules = [
  {
    code: "SESSION_RUN_HIDDEN",
    name: "changes no revision, time, size, length, page or search of the session",
    contract: ["SessionStore.writeRun", unchanged],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const describe2 = async () => [
        await store.info(scope17, "s"),
        await store.page(scope17, "s"),
        await store.read(scope17, "s", 0, 99),
        await store.list(scope17)
      ];
      const at6 = /* @__PURE__ */ new Date("2026-05-12T08:00:00.000Z");
      const { revision } = await store.append(scope17, "s", [say("a"), say("b")], { at: at6 });
      const before2 = canonical(await describe2());
      const run = { head: [["system", "zanzibar"]], messages: [say("zanzibar")] };
      const version = await runs2.write("s", run, 0);
      await runs2.write("s", run, version);
      const after2 = canonical(await describe2());
      if (after2 !== before2) bench.fail(before2, after2);
      const hits = await store.search?.(scope17, { query: "zanzibar", mode: "keyword" }) ?? [];
      if (hits.length > 0) bench.fail("no hits", show(hits));
      const append = () => store.append(scope17, "s", [say("c")], { expectedRevision: revision });
      await mustEndWith(bench, void 0, "an append at the revision from before the state", append);
    }
  },
  {
    code: "SESSION_RUN_CREATES",
    name: "creates an empty session at revision 1 for the state of a run",
    contract: ["SessionStore.writeRun", "If there is no session, creates an empty one at revision 1."],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      await runs2.write("only", { epoch: 1 }, 0);
      const empty = { id: "only", revision: 1, length: 0, size: 0 };
      const seen = [await store.info(scope17, "only"), await messagesOf2(store, scope17, "only"), await store.list(scope17)];
      const wanted = [empty, [], { sessions: [empty], more: false }];
      if (!same(seen, wanted)) bench.fail(show(wanted), show(seen));
      const { start, revision } = await store.append(scope17, "only", [say("a")], { expectedRevision: 1 });
      if (start !== 0 || revision !== 2) bench.fail("the first message at revision 2", show({ start, revision }));
    }
  },
  {
    code: "SESSION_RUN_EXPORT",
    name: "leaves the state of a run out of an export, also of a session that it has created",
    contract: ["SessionStore.writeRun", follows],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      if (!store.export || !store.import) return bench.skip(lacking(store, "export", "import"));
      const lines = async (session) => linesOf(store.export?.(scope17, session) ?? []);
      await store.append(scope17, "s", [say("a")]);
      const before2 = await lines("s");
      await runs2.write("s", { epoch: 1 }, 0);
      const after2 = await lines("s");
      if (!same(before2, after2)) bench.fail(show(before2), show(after2));
      await runs2.write("begun", { epoch: 2 }, 0);
      for (const count3 of [0, 1]) {
        if (count3 > 0) await store.append(scope17, "begun", [say("b")]);
        const exported2 = await lines("begun");
        const into = `copy ${count3}`;
        await store.import(scope17, exported2, { session: into });
        const stored = await runs2.read(into);
        if (stored !== void 0) bench.fail("no state of an imported session", show(stored));
        const again = (await lines(into)).map((line) => line.replace(`"id":"${into}"`, '"id":"begun"'));
        if (!same(exported2, again)) bench.fail(show(exported2), show(again));
      }
    }
  },
  {
    code: "SESSION_RUN_KEPT_APART",
    name: "returns the state of a run only to its owner and for its session",
    contract: ["SessionStore.writeRun", keeps3],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const owners = [
        scope17,
        { tenant: "acme" },
        { ...scope17, agent: "bot" },
        { tenant: "other", user: "ada" }
      ];
      const places2 = owners.flatMap((owner) => ["s", "t"].map((session) => ({ owner, session })));
      for (const [written, { owner, session }] of places2.entries()) {
        await runs2.write(session, { written }, 0, owner);
        const seen = await Promise.all(
          places2.map(async (one2) => (await runs2.read(one2.session, one2.owner))?.run["written"])
        );
        const wanted = places2.map((_, place) => place <= written ? place : void 0);
        if (!same(seen, wanted)) bench.fail(show(wanted), show(seen));
      }
    }
  },
  {
    code: "SESSION_RUN_GONE",
    name: "deletes and erases the state of a run with its session, including when the id is reused",
    contract: ["SessionStore.writeRun", follows],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      const remove = [
        () => store.delete(scope17, "s"),
        ...store.erase ? [async () => await store.erase?.(scope17)] : []
      ];
      for (const one2 of remove) {
        const first = await runs2.write("s", { epoch: 1 }, 0);
        await store.append(scope17, "s", [say("a")]);
        await runs2.write("s", { epoch: 2 }, first);
        await one2();
        const gone = await runs2.read("s");
        if (gone !== void 0) bench.fail("no state of a deleted session", show(gone));
        await store.append(scope17, "s", [say("b")]);
        const reused = await runs2.read("s");
        if (reused !== void 0) bench.fail("no state of the session that had this id before", show(reused));
        await mustEndWith(bench, void 0, "a first state", () => runs2.write("s", { epoch: 3 }, 0));
        await store.delete(scope17, "s");
      }
    }
  },
  {
    code: "SESSION_RUN_FORK",
    name: "copies the state of a run into a fork at any position, and both change independently",
    contract: ["SessionStore.fork", "The state of the run is copied whole, whatever `at` is, and is at version 1."],
    check: async (store, bench) => {
      const runs2 = runsOf(store, bench);
      if (!store.fork) return bench.skip(lacking(store, "fork"));
      await store.append(scope17, "trunk", [say("a")]);
      await store.fork(scope17, "trunk", "before");
      const first = await runs2.write("trunk", { epoch: 0 }, 0);
      const version = await runs2.write("trunk", { epoch: 1 }, first);
      await store.append(scope17, "trunk", [say("b")]);
      const kept4 = { run: { epoch: 1 }, version };
      const expectRun = async (session, wanted) => {
        const stored = await runs2.read(session);
        if (!same(stored, wanted)) bench.fail(`${show(wanted)} in ${session}`, show(stored));
      };
      await expectRun("before", void 0);
      for (const at6 of [void 0, 2, 1]) {
        const into = `at ${at6}`;
        await store.fork(scope17, "trunk", into, at6);
        await expectRun(into, { ...kept4, version: 1 });
        await runs2.write(into, { epoch: into }, 1);
        await store.fork(scope17, into, `again ${into}`);
        await expectRun(`again ${into}`, { run: { epoch: into }, version: 1 });
      }
      await expectRun("trunk", kept4);
      await runs2.write("only", { epoch: 7 }, 0);
      await store.fork(scope17, "only", "nothing else", 0);
      await store.delete(scope17, "only");
      await expectRun("nothing else", { run: { epoch: 7 }, version: 1 });
    }
  }
];

// packages/testkit/src/session-store/state-rules.ts
var scope18 = { tenant: "acme", user: "ada" };
var at5 = /* @__PURE__ */ new Date("2026-05-12T08:00:00.000Z");
async function fill2(store, messages, run = { kinds: kinds5 }) {
  await store.append(scope18, "s", messages, { operation: "one", at: at5 });
  await store.compact?.(scope18, "s", { start: 0, end: 2, text: "in short" }, { operation: "two", at: at5 });
  await store.writeRun?.(scope18, "s", run, 0);
  await store.fork?.(scope18, "s", "fork", 3);
}
async function everything5(store) {
  const { sessions: sessions2 } = await store.list(scope18);
  const all2 = [sessions2];
  for (const session of ["s", "fork"]) {
    all2.push(
      await store.info(scope18, session),
      await store.page(scope18, session),
      await store.read(scope18, session, 0, 99)
    );
    all2.push(await store.compactions?.(scope18, session), await store.readRun?.(scope18, session));
  }
  const hits = await store.search?.(scope18, { query: "news", mode: "keyword" }) ?? [];
  all2.push(hits.map(({ item }) => item));
  return all2;
}
var stateRules = [
  {
    code: "SESSION_PURE",
    name: "does not mutate its arguments",
    contract: ["G9 pure", "nothing passed in is mutated"],
    check: async (store, { fail }) => {
      const messages = structuredClone(kinds5);
      const before2 = canonical(messages);
      await store.append(scope18, "before", messages);
      if (canonical(messages) !== before2) fail(before2, canonical(messages));
      const frozen = deepFreeze({ scope: { ...scope18 }, options: { operation: "x", expectedRevision: 0 } });
      await store.append(frozen.scope, "s", deepFreeze(messages), frozen.options);
      await store.page(frozen.scope, "s", deepFreeze({ messages: 2, before: 3, size: 1e4 }));
      await store.list(frozen.scope, deepFreeze({ after: "a", limit: 2 }));
      await store.compact?.(
        frozen.scope,
        "s",
        deepFreeze({ start: 0, end: 2, text: "a" }),
        deepFreeze({ operation: "y" })
      );
      await store.writeRun?.(frozen.scope, "run", deepFreeze({ messages }), 0);
      await store.search?.(frozen.scope, deepFreeze({ query: "news", limit: 2, filter: { from: "2026-01-01" } }));
    }
  },
  {
    code: "SESSION_COPIES",
    name: "keeps stored values unchanged when callers mutate arguments or results",
    contract: ["SessionStore", "appended messages never change"],
    check: async (store, { fail }) => {
      const messages = structuredClone(kinds5);
      const filled = fill2(store, messages);
      spoil(messages);
      await filled;
      const texts = (await store.read(scope18, "s", 0, 99)).map(({ message }) => message);
      if (!same(texts, kinds5)) fail(`the given messages: ${canonical(kinds5)}`, canonical(texts));
      const run = { messages: structuredClone(kinds5) };
      const written = store.writeRun?.(scope18, "own", run, 0);
      spoil(run);
      await written;
      const stored = await store.readRun?.(scope18, "own");
      const wanted = store.readRun && store.writeRun && { messages: kinds5 };
      if (!same(stored?.run, wanted)) fail(`the given run: ${canonical(wanted)}`, canonical(stored));
      const before2 = canonical(await everything5(store));
      spoil(await everything5(store));
      const after2 = canonical(await everything5(store));
      if (after2 !== before2) fail(before2, after2);
      const answer = await store.append(scope18, "s", kinds5, { operation: "one" });
      spoil(answer);
      const again = await store.append(scope18, "s", kinds5, { operation: "one" });
      if (again.repeated !== true) fail("the first answer again", show(again));
    }
  },
  {
    code: "SESSION_DELETED",
    name: "forgets everything about a deleted session, so that its id can be reused",
    contract: ["SessionStore.delete", "If a session with the same id is created later, it starts again at revision 1."],
    check: async (store, { fail }) => {
      const append = () => store.append(scope18, "s", [say("a"), say("b")], { operation: "one", at: at5 });
      await append();
      await store.compact?.(scope18, "s", { start: 0, end: 1, text: "in short" });
      await store.delete(scope18, "s");
      const info = await store.info(scope18, "s");
      if (info !== void 0) fail("no info", show(info));
      const { revision, start, repeated } = await append();
      const wanted = { revision: 1, start: 0, repeated: false };
      if (!same({ revision, start, repeated }, wanted)) fail(show(wanted), show({ revision, start, repeated }));
      const compactions = await store.compactions?.(scope18, "s") ?? [];
      if (compactions.length > 0) fail("no compaction of the old session", show(compactions));
    }
  },
  {
    code: "SESSION_REOPEN",
    name: "keeps everything across a reopen: messages, operations, compactions, runs, forks",
    contract: ["SessionStore.append", "When this resolves, they are as durable as the store's settings promise"],
    check: async (store, { fail, skip, options: { reopen } }) => {
      if (!reopen) return skip("the option reopen is not set");
      await fill2(store, kinds5);
      await store.append(scope18, "deleted", [say("a")]);
      await store.delete(scope18, "deleted");
      const before2 = canonical(await everything5(store));
      await store.close?.();
      const again = await reopen(store);
      try {
        const after2 = canonical(await everything5(again));
        if (after2 !== before2) fail(before2, after2);
        const { repeated } = await again.append(scope18, "s", kinds5, { operation: "one" });
        if (!repeated) fail("an operation from before to be known", show({ repeated }));
        const { start } = await again.append(scope18, "s", [say("new")]);
        if (start !== kinds5.length) fail(`the next message at ${kinds5.length}`, show(start));
      } finally {
        await again.close?.();
      }
    }
  },
  {
    code: "SESSION_VERIFY",
    name: "reports no problems in intact data, if it can verify",
    contract: ["SessionStore.verify", "Checks a session or the whole store for lost data. Changes nothing."],
    check: async (store, { fail, skip }) => {
      await fill2(store, kinds5);
      const { notices } = await store.page(scope18, "s");
      if (notices.length > 0) fail("no notice with a page", show(notices));
      if (!store.verify) return skip(lacking(store, "verify"));
      const before2 = canonical(await everything5(store));
      for (const session of ["s", "fork", "none"]) {
        const found = await store.verify(scope18, session);
        if (found.length > 0) fail(`no notice about ${session}`, show(found));
      }
      const after2 = canonical(await everything5(store));
      if (after2 !== before2) fail(before2, after2);
    }
  },
  {
    code: "SESSION_SEARCH_ONE",
    name: "finds messages with their positions, in all sessions or in one",
    contract: ["FoundMessage", "A message that was found, and its position."],
    check: async (store, { fail, skip }) => {
      if (!store.search) return skip(lacking(store, "search"));
      const parts4 = { role: "assistant", content: [{ type: "text", text: "The launch in parts." }] };
      await store.append(scope18, "a", [say("Hello"), say("The launch was moved.")], { at: at5 });
      await store.append(scope18, "b", [parts4]);
      const find = async (session) => (await store.search?.(scope18, { query: "launch", mode: "keyword" }, session) ?? []).map(({ item }) => item);
      const greeting = { session: "a", position: 0, message: say("Hello"), at: at5.toISOString() };
      const inA = { session: "a", position: 1, message: say("The launch was moved."), at: at5.toISOString() };
      const inB = { session: "b", position: 0, message: parts4 };
      for (const [session, wanted] of [
        [void 0, [inA, inB]],
        ["a", [inA]],
        ["b", [inB]],
        ["none", []]
      ]) {
        const seen = await find(session);
        const [first, others2] = [seen.slice(0, wanted.length), seen.slice(wanted.length)];
        const sorted2 = first.toSorted((x, y3) => x.session < y3.session ? -1 : 1);
        const isNear = session !== "b" && wanted.length > 0 && (others2.length === 0 || same(others2, [greeting]));
        if (!same(sorted2, wanted) || others2.length > 0 && !isNear)
          fail(`${canonical(wanted)} of the session ${session ?? "(all)"}`, canonical(seen));
      }
    }
  }
];

// packages/testkit/src/session-store/time-rules.ts
var scope19 = { tenant: "acme", user: "ada" };
var other4 = { tenant: "acme", user: "bob" };
var day2 = (number) => `2026-05-${number}T08:00:00.125Z`;
var appends = [
  [0, 0],
  [0, 13, 0, 11, 0],
  [12, 15],
  [0, 14],
  [16, 0]
];
async function fill3(store) {
  for (const days2 of appends) {
    const at6 = days2.map((number) => number === 0 ? void 0 : new Date(day2(number)));
    await store.append(
      other4,
      "s",
      days2.map((number) => say(`day ${number}`)),
      { at: at6 }
    );
  }
}
async function timesOfEach(store, bench) {
  await fill3(store);
  const wanted = appends.flat().map((number) => number === 0 ? void 0 : day2(number));
  const seen = (await store.read(other4, "s", 0, 99)).map(({ at: at6 }) => at6);
  if (!same(seen, wanted)) bench.fail(show(wanted), show(seen));
  const { createdAt, updatedAt, revision } = await store.info(other4, "s") ?? {};
  const info = { createdAt: day2(13), updatedAt: day2(16), revision: appends.length };
  if (!same({ createdAt, updatedAt, revision }, info)) {
    bench.fail(show(info), show({ createdAt, updatedAt, revision }));
  }
  if (store.export) {
    const model = createSessionStore();
    await fill3(model);
    const lines = await linesOf(model.export(other4, "s"));
    const own2 = await linesOf(store.export(other4, "s"));
    if (!same(own2, lines)) bench.fail(show(lines), show(own2));
  }
  const now = new Date(day2(17));
  for (const at6 of [[], [now], [now, now, now], [now, null], [now, day2(18)], [now, new Date(Number.NaN)]]) {
    const append = () => store.append(other4, "s", [say("a"), say("b")], { at: at6 });
    await mustEndWith(bench, "STORE_VALUE_INVALID", `the times ${show(at6)} of two messages`, append);
  }
}
var timeRules = [
  {
    code: "SESSION_TIMES",
    name: "records when messages arrived, one time each or one for all, and when a session was created and changed",
    contract: ["ChangeOptions.at", "When it happened. Stores read no clock: without it there is no time."],
    check: async (store, bench) => {
      const [early2, late2] = ["2026-05-12T08:00:00.000Z", "2026-05-13T09:30:00.125Z"];
      const append = (at6) => store.append(scope19, "s", [say("a")], at6 === void 0 ? {} : { at: new Date(at6) });
      const timesOf = async () => {
        const { createdAt, updatedAt } = await store.info(scope19, "s") ?? {};
        return [createdAt, updatedAt];
      };
      const expectTimes = async (...wanted) => {
        const seen = await timesOf();
        if (!same(seen, wanted)) bench.fail(`created and changed at ${show(wanted)}`, show(seen));
      };
      await append();
      await expectTimes(void 0, void 0);
      await append(early2);
      await expectTimes(early2, early2);
      await append(late2);
      await expectTimes(early2, late2);
      await append();
      await expectTimes(early2, late2);
      const times = (await store.read(scope19, "s", 0, 9)).map(({ at: at6 }) => at6);
      if (!same(times, [void 0, early2, late2, void 0])) bench.fail("the time of each message", show(times));
      for (const at6 of [new Date(Number.NaN), "2026-05-12", 0]) {
        const options3 = { at: at6 };
        const call3 = () => store.append(scope19, "s", [say("a")], options3);
        await mustEndWith(bench, "STORE_VALUE_INVALID", `the time ${show(String(at6))}`, call3);
      }
      await timesOfEach(store, bench);
    }
  }
];

// packages/testkit/src/session-store/suite.ts
var rules4 = [
  ...appendRules2,
  ...timeRules,
  ...markRules,
  ...changeRules2,
  ...readRules,
  ...forkRules,
  ...compactionRules,
  ...nativeRules,
  ...runRules,
  ...runSessionRules,
  ...exportRules,
  ...stateRules,
  ...idRules(sessionShelf),
  ...listRules(sessionShelf),
  ...ownerRules(sessionShelf),
  ...searchRules(sessionShelf),
  ...weighingRules(sessionShelf),
  ...storeRules(sessionShelf)
];
function sessionStoreSuite(make, options3 = {}) {
  return casesOf(rules4.map(closing2), make, options3);
}

// node_modules/.pnpm/chai@6.3.0/node_modules/chai/index.js
var __defProp = Object.defineProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });
var __export = (target, all2) => {
  for (var name in all2)
    __defProp(target, name, { get: all2[name], enumerable: true });
};
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);
var utils_exports = {};
__export(utils_exports, {
  addChainableMethod: () => addChainableMethod,
  addLengthGuard: () => addLengthGuard,
  addMethod: () => addMethod,
  addProperty: () => addProperty,
  checkError: () => check_error_exports,
  compareByInspect: () => compareByInspect,
  eql: () => deep_eql_default,
  events: () => events,
  expectTypes: () => expectTypes,
  flag: () => flag2,
  getActual: () => getActual,
  getMessage: () => getMessage2,
  getName: () => getName,
  getOperator: () => getOperator,
  getOwnEnumerableProperties: () => getOwnEnumerableProperties,
  getOwnEnumerablePropertySymbols: () => getOwnEnumerablePropertySymbols,
  getPathInfo: () => getPathInfo,
  hasProperty: () => hasProperty,
  inspect: () => inspect2,
  isNaN: () => isNaN2,
  isNumeric: () => isNumeric,
  isProxyEnabled: () => isProxyEnabled,
  isRegExp: () => isRegExp2,
  objDisplay: () => objDisplay,
  overwriteChainableMethod: () => overwriteChainableMethod,
  overwriteMethod: () => overwriteMethod,
  overwriteProperty: () => overwriteProperty,
  proxify: () => proxify,
  test: () => test,
  transferFlags: () => transferFlags,
  type: () => type
});
var check_error_exports = {};
__export(check_error_exports, {
  compatibleConstructor: () => compatibleConstructor,
  compatibleInstance: () => compatibleInstance,
  compatibleMessage: () => compatibleMessage,
  getConstructorName: () => getConstructorName,
  getMessage: () => getMessage
});
function isErrorInstance(obj) {
  return obj instanceof Error || Object.prototype.toString.call(obj) === "[object Error]";
}
__name(isErrorInstance, "isErrorInstance");
function isRegExp(obj) {
  return Object.prototype.toString.call(obj) === "[object RegExp]";
}
__name(isRegExp, "isRegExp");
function compatibleInstance(thrown, errorLike) {
  return isErrorInstance(errorLike) && thrown === errorLike;
}
__name(compatibleInstance, "compatibleInstance");
function compatibleConstructor(thrown, errorLike) {
  if (isErrorInstance(errorLike)) {
    return thrown.constructor === errorLike.constructor || thrown instanceof errorLike.constructor;
  } else if ((typeof errorLike === "object" || typeof errorLike === "function") && errorLike.prototype) {
    return thrown.constructor === errorLike || thrown instanceof errorLike;
  }
  return false;
}
__name(compatibleConstructor, "compatibleConstructor");
function compatibleMessage(thrown, errMatcher) {
  const comparisonString = typeof thrown === "string" ? thrown : thrown.message;
  if (comparisonString === void 0) {
    return false;
  }
  if (isRegExp(errMatcher)) {
    return errMatcher.test(comparisonString);
  } else if (typeof errMatcher === "string") {
    return comparisonString.indexOf(errMatcher) !== -1;
  }
  return false;
}
__name(compatibleMessage, "compatibleMessage");
function getConstructorName(errorLike) {
  let constructorName = errorLike;
  if (isErrorInstance(errorLike)) {
    constructorName = errorLike.constructor.name;
  } else if (typeof errorLike === "function") {
    constructorName = errorLike.name;
    if (constructorName === "") {
      const newConstructorName = new errorLike().name;
      constructorName = newConstructorName || constructorName;
    }
  }
  return constructorName;
}
__name(getConstructorName, "getConstructorName");
function getMessage(errorLike) {
  let msg = "";
  if (errorLike && errorLike.message) {
    msg = errorLike.message;
  } else if (typeof errorLike === "string") {
    msg = errorLike;
  }
  return msg;
}
__name(getMessage, "getMessage");
function flag2(obj, key, value) {
  let flags = obj.__flags || (obj.__flags = /* @__PURE__ */ Object.create(null));
  if (arguments.length === 3) {
    flags[key] = value;
  } else {
    return flags[key];
  }
}
__name(flag2, "flag");
function test(obj, args) {
  let negate = flag2(obj, "negate"), expr = args[0];
  return negate ? !expr : expr;
}
__name(test, "test");
function type(obj) {
  if (typeof obj === "undefined") {
    return "undefined";
  }
  if (obj === null) {
    return "null";
  }
  const stringTag = (
    /** @type {Record<PropertyKey, unknown>} */
    obj[Symbol.toStringTag]
  );
  if (typeof stringTag === "string") {
    return stringTag;
  }
  const type3 = Object.prototype.toString.call(obj).slice(8, -1);
  return type3;
}
__name(type, "type");
var canElideFrames = "captureStackTrace" in Error;
var _AssertionError = class _AssertionError2 extends Error {
  constructor(message = "Unspecified AssertionError", props, ssf) {
    super(message);
    __publicField(this, "message");
    this.message = message;
    if (canElideFrames) {
      Error.captureStackTrace(this, ssf || _AssertionError2);
    }
    for (const key in props) {
      if (!(key in this)) {
        this[key] = props[key];
      }
    }
  }
  get name() {
    return "AssertionError";
  }
  get ok() {
    return false;
  }
  toJSON(stack) {
    return {
      ...this,
      name: this.name,
      message: this.message,
      ok: false,
      stack: stack !== false ? this.stack : void 0
    };
  }
};
__name(_AssertionError, "AssertionError");
var AssertionError = _AssertionError;
function expectTypes(obj, types2) {
  let flagMsg = flag2(obj, "message");
  let ssfi = (
    /** @type {Function} */
    flag2(obj, "ssfi")
  );
  flagMsg = flagMsg ? flagMsg + ": " : "";
  obj = /** @type {object} */
  flag2(obj, "object");
  types2 = types2.map(function(t2) {
    return t2.toLowerCase();
  });
  types2.sort();
  let str = types2.map(function(t2, index2) {
    let art = ~["a", "e", "i", "o", "u"].indexOf(t2.charAt(0)) ? "an" : "a";
    let or = types2.length > 1 && index2 === types2.length - 1 ? "or " : "";
    return or + art + " " + t2;
  }).join(", ");
  let objType = type(obj).toLowerCase();
  if (!types2.some(function(expected) {
    return objType === expected;
  })) {
    throw new AssertionError(
      flagMsg + "object tested must be " + str + ", but " + objType + " given",
      void 0,
      ssfi
    );
  }
}
__name(expectTypes, "expectTypes");
function getActual(obj, args) {
  return args.length > 4 ? args[4] : obj._obj;
}
__name(getActual, "getActual");
var ansiColors = {
  bold: ["1", "22"],
  dim: ["2", "22"],
  italic: ["3", "23"],
  underline: ["4", "24"],
  // 5 & 6 are blinking
  inverse: ["7", "27"],
  hidden: ["8", "28"],
  strike: ["9", "29"],
  // 10-20 are fonts
  // 21-29 are resets for 1-9
  black: ["30", "39"],
  red: ["31", "39"],
  green: ["32", "39"],
  yellow: ["33", "39"],
  blue: ["34", "39"],
  magenta: ["35", "39"],
  cyan: ["36", "39"],
  white: ["37", "39"],
  brightblack: ["30;1", "39"],
  brightred: ["31;1", "39"],
  brightgreen: ["32;1", "39"],
  brightyellow: ["33;1", "39"],
  brightblue: ["34;1", "39"],
  brightmagenta: ["35;1", "39"],
  brightcyan: ["36;1", "39"],
  brightwhite: ["37;1", "39"],
  grey: ["90", "39"]
};
var styles = {
  special: "cyan",
  number: "yellow",
  bigint: "yellow",
  boolean: "yellow",
  undefined: "grey",
  null: "bold",
  string: "green",
  symbol: "green",
  date: "magenta",
  regexp: "red"
};
var truncator = "\u2026";
function colorise(value, styleType) {
  const color = ansiColors[styles[styleType]] || ansiColors[styleType] || "";
  if (!color) {
    return String(value);
  }
  return `\x1B[${color[0]}m${String(value)}\x1B[${color[1]}m`;
}
__name(colorise, "colorise");
function normaliseOptions({
  showHidden = false,
  depth = 2,
  colors = false,
  customInspect = true,
  showProxy = false,
  maxArrayLength = Infinity,
  breakLength = Infinity,
  seen = [],
  // eslint-disable-next-line no-shadow
  truncate: truncate2 = Infinity,
  stylize = String
} = {}, inspect3) {
  const options3 = {
    showHidden: Boolean(showHidden),
    depth: Number(depth),
    colors: Boolean(colors),
    customInspect: Boolean(customInspect),
    showProxy: Boolean(showProxy),
    maxArrayLength: Number(maxArrayLength),
    breakLength: Number(breakLength),
    truncate: Number(truncate2),
    seen,
    inspect: inspect3,
    stylize
  };
  if (options3.colors) {
    options3.stylize = colorise;
  }
  return options3;
}
__name(normaliseOptions, "normaliseOptions");
function isHighSurrogate(char) {
  return char >= "\uD800" && char <= "\uDBFF";
}
__name(isHighSurrogate, "isHighSurrogate");
function truncate(string5, length, tail = truncator) {
  string5 = String(string5);
  const tailLength = tail.length;
  const stringLength = string5.length;
  if (tailLength > length && stringLength > tailLength) {
    return tail;
  }
  if (stringLength > length && stringLength > tailLength) {
    let end = length - tailLength;
    if (end > 0 && isHighSurrogate(string5[end - 1])) {
      end = end - 1;
    }
    return `${string5.slice(0, end)}${tail}`;
  }
  return string5;
}
__name(truncate, "truncate");
function inspectList(list2, options3, inspectItem, separator2 = ", ") {
  inspectItem = inspectItem || options3.inspect;
  const size = list2.length;
  if (size === 0)
    return "";
  const originalLength = options3.truncate;
  let output2 = "";
  let peek = "";
  let truncated = "";
  for (let i2 = 0; i2 < size; i2 += 1) {
    const last = i2 + 1 === list2.length;
    const secondToLast = i2 + 2 === list2.length;
    truncated = `${truncator}(${list2.length - i2})`;
    const value = list2[i2];
    options3.truncate = originalLength - output2.length - (last ? 0 : separator2.length);
    const string5 = peek || inspectItem(value, options3) + (last ? "" : separator2);
    const nextLength = output2.length + string5.length;
    const truncatedLength = nextLength + truncated.length;
    if (last && nextLength > originalLength && output2.length + truncated.length <= originalLength) {
      break;
    }
    if (!last && !secondToLast && truncatedLength > originalLength) {
      break;
    }
    peek = last ? "" : inspectItem(list2[i2 + 1], options3) + (secondToLast ? "" : separator2);
    if (!last && secondToLast && truncatedLength > originalLength && nextLength + peek.length > originalLength) {
      break;
    }
    output2 += string5;
    if (!last && !secondToLast && nextLength + peek.length >= originalLength) {
      truncated = `${truncator}(${list2.length - i2 - 1})`;
      break;
    }
    truncated = "";
  }
  return `${output2}${truncated}`;
}
__name(inspectList, "inspectList");
function quoteComplexKey(key) {
  if (key.match(/^[a-zA-Z_][a-zA-Z_0-9]*$/)) {
    return key;
  }
  return JSON.stringify(key).replace(/'/g, "\\'").replace(/\\"/g, '"').replace(/(^"|"$)/g, "'");
}
__name(quoteComplexKey, "quoteComplexKey");
function inspectProperty([key, value], options3) {
  options3.truncate -= 2;
  if (typeof key === "string") {
    key = quoteComplexKey(key);
  } else if (typeof key !== "number") {
    key = `[${options3.inspect(key, options3)}]`;
  }
  options3.truncate -= key.length;
  value = options3.inspect(value, options3);
  return `${key}: ${value}`;
}
__name(inspectProperty, "inspectProperty");
function inspectArray(array15, options3) {
  const nonIndexProperties = Object.keys(array15).slice(array15.length);
  if (!array15.length && !nonIndexProperties.length)
    return "[]";
  options3.truncate -= 4;
  const listContents = inspectList(array15, options3);
  options3.truncate -= listContents.length;
  let propertyContents = "";
  if (nonIndexProperties.length) {
    propertyContents = inspectList(nonIndexProperties.map((key) => [key, array15[key]]), options3, inspectProperty);
  }
  return `[ ${listContents}${propertyContents ? `, ${propertyContents}` : ""} ]`;
}
__name(inspectArray, "inspectArray");
var getArrayName = /* @__PURE__ */ __name((array15) => {
  if (typeof Buffer === "function" && array15 instanceof Buffer) {
    return "Buffer";
  }
  if (array15[Symbol.toStringTag]) {
    return array15[Symbol.toStringTag];
  }
  return array15.constructor.name;
}, "getArrayName");
function inspectTypedArray(array15, options3) {
  const name = getArrayName(array15);
  options3.truncate -= name.length + 4;
  const nonIndexProperties = Object.keys(array15).slice(array15.length);
  if (!array15.length && !nonIndexProperties.length)
    return `${name}[]`;
  let output2 = "";
  for (let i2 = 0; i2 < array15.length; i2++) {
    const string5 = `${options3.stylize(truncate(array15[i2], options3.truncate), "number")}${i2 === array15.length - 1 ? "" : ", "}`;
    options3.truncate -= string5.length;
    if (array15[i2] !== array15.length && options3.truncate <= 3) {
      output2 += `${truncator}(${array15.length - array15[i2] + 1})`;
      break;
    }
    output2 += string5;
  }
  let propertyContents = "";
  if (nonIndexProperties.length) {
    propertyContents = inspectList(nonIndexProperties.map((key) => [key, array15[key]]), options3, inspectProperty);
  }
  return `${name}[ ${output2}${propertyContents ? `, ${propertyContents}` : ""} ]`;
}
__name(inspectTypedArray, "inspectTypedArray");
function inspectDate(dateObject, options3) {
  const stringRepresentation = dateObject.toJSON();
  if (stringRepresentation === null) {
    return "Invalid Date";
  }
  const split = stringRepresentation.split("T");
  const date2 = split[0];
  return options3.stylize(`${date2}T${truncate(split[1], options3.truncate - date2.length - 1)}`, "date");
}
__name(inspectDate, "inspectDate");
function inspectFunction(func, options3) {
  const functionType = func[Symbol.toStringTag] || "Function";
  const name = func.name;
  if (!name) {
    return options3.stylize(`[${functionType}]`, "special");
  }
  return options3.stylize(`[${functionType} ${truncate(name, options3.truncate - 11)}]`, "special");
}
__name(inspectFunction, "inspectFunction");
function inspectMapEntry([key, value], options3) {
  options3.truncate -= 4;
  key = options3.inspect(key, options3);
  options3.truncate -= key.length;
  value = options3.inspect(value, options3);
  return `${key} => ${value}`;
}
__name(inspectMapEntry, "inspectMapEntry");
function mapToEntries(map) {
  const entries = [];
  map.forEach((value, key) => {
    entries.push([key, value]);
  });
  return entries;
}
__name(mapToEntries, "mapToEntries");
function inspectMap(map, options3) {
  if (map.size === 0)
    return "Map{}";
  options3.truncate -= 7;
  return `Map{ ${inspectList(mapToEntries(map), options3, inspectMapEntry)} }`;
}
__name(inspectMap, "inspectMap");
var isNaN = Number.isNaN || ((i2) => i2 !== i2);
function inspectNumber(number, options3) {
  if (isNaN(number)) {
    return options3.stylize("NaN", "number");
  }
  if (number === Infinity) {
    return options3.stylize("Infinity", "number");
  }
  if (number === -Infinity) {
    return options3.stylize("-Infinity", "number");
  }
  if (number === 0) {
    return options3.stylize(1 / number === Infinity ? "+0" : "-0", "number");
  }
  return options3.stylize(truncate(String(number), options3.truncate), "number");
}
__name(inspectNumber, "inspectNumber");
function inspectBigInt(number, options3) {
  let nums = truncate(number.toString(), options3.truncate - 1);
  if (nums !== truncator)
    nums += "n";
  return options3.stylize(nums, "bigint");
}
__name(inspectBigInt, "inspectBigInt");
function inspectRegExp(value, options3) {
  const flags = value.toString().split("/")[2];
  const sourceLength = options3.truncate - (2 + flags.length);
  const source = value.source;
  return options3.stylize(`/${truncate(source, sourceLength)}/${flags}`, "regexp");
}
__name(inspectRegExp, "inspectRegExp");
function arrayFromSet(set2) {
  const values = [];
  set2.forEach((value) => {
    values.push(value);
  });
  return values;
}
__name(arrayFromSet, "arrayFromSet");
function inspectSet(set2, options3) {
  if (set2.size === 0)
    return "Set{}";
  options3.truncate -= 7;
  return `Set{ ${inspectList(arrayFromSet(set2), options3)} }`;
}
__name(inspectSet, "inspectSet");
var stringEscapeChars = new RegExp("['\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0604\\u070f\\u17b4\\u17b5\\u200c-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\ufeff\\ufff0-\\uffff]", "g");
var escapeCharacters = {
  "\b": "\\b",
  "	": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  "'": "\\'",
  "\\": "\\\\"
};
var hex = 16;
var unicodeLength = 4;
function escape(char) {
  return escapeCharacters[char] || `\\u${`0000${char.charCodeAt(0).toString(hex)}`.slice(-unicodeLength)}`;
}
__name(escape, "escape");
function inspectString(string5, options3) {
  if (stringEscapeChars.test(string5)) {
    string5 = string5.replace(stringEscapeChars, escape);
  }
  return options3.stylize(`'${truncate(string5, options3.truncate - 2)}'`, "string");
}
__name(inspectString, "inspectString");
function inspectSymbol(value) {
  if ("description" in Symbol.prototype) {
    return value.description ? `Symbol(${value.description})` : "Symbol()";
  }
  return value.toString();
}
__name(inspectSymbol, "inspectSymbol");
var getPromiseValue = /* @__PURE__ */ __name(() => "Promise{\u2026}", "getPromiseValue");
var promise_default = getPromiseValue;
function inspectObject(object, options3) {
  const properties = Object.getOwnPropertyNames(object);
  const symbols = Object.getOwnPropertySymbols ? Object.getOwnPropertySymbols(object) : [];
  if (properties.length === 0 && symbols.length === 0) {
    return "{}";
  }
  options3.truncate -= 4;
  options3.seen = options3.seen || [];
  if (options3.seen.includes(object)) {
    return "[Circular]";
  }
  options3.seen.push(object);
  const propertyContents = inspectList(properties.map((key) => [key, object[key]]), options3, inspectProperty);
  const symbolContents = inspectList(symbols.map((key) => [key, object[key]]), options3, inspectProperty);
  options3.seen.pop();
  let sep = "";
  if (propertyContents && symbolContents) {
    sep = ", ";
  }
  return `{ ${propertyContents}${sep}${symbolContents} }`;
}
__name(inspectObject, "inspectObject");
var toStringTag = typeof Symbol !== "undefined" && Symbol.toStringTag ? Symbol.toStringTag : false;
function inspectClass(value, options3) {
  let name = "";
  if (toStringTag && toStringTag in value) {
    name = value[toStringTag];
  }
  name = name || value.constructor.name;
  if (!name || name === "_class") {
    name = "<Anonymous Class>";
  }
  options3.truncate -= name.length;
  return `${name}${inspectObject(value, options3)}`;
}
__name(inspectClass, "inspectClass");
function inspectArguments(args, options3) {
  if (args.length === 0)
    return "Arguments[]";
  options3.truncate -= 13;
  return `Arguments[ ${inspectList(args, options3)} ]`;
}
__name(inspectArguments, "inspectArguments");
var errorKeys = [
  "stack",
  "line",
  "column",
  "name",
  "message",
  "fileName",
  "lineNumber",
  "columnNumber",
  "number",
  "description",
  "cause"
];
function inspectObject2(error, options3) {
  const properties = Object.getOwnPropertyNames(error).filter((key) => errorKeys.indexOf(key) === -1);
  const name = error.name;
  options3.truncate -= name.length;
  let message = "";
  if (typeof error.message === "string") {
    message = truncate(error.message, options3.truncate);
  } else {
    properties.unshift("message");
  }
  message = message ? `: ${message}` : "";
  options3.truncate -= message.length + 5;
  options3.seen = options3.seen || [];
  if (options3.seen.includes(error)) {
    return "[Circular]";
  }
  options3.seen.push(error);
  const propertyContents = inspectList(properties.map((key) => [key, error[key]]), options3, inspectProperty);
  return `${name}${message}${propertyContents ? ` { ${propertyContents} }` : ""}`;
}
__name(inspectObject2, "inspectObject");
function inspectAttribute([key, value], options3) {
  options3.truncate -= 3;
  if (!value) {
    return `${options3.stylize(String(key), "yellow")}`;
  }
  return `${options3.stylize(String(key), "yellow")}=${options3.stylize(`"${value}"`, "string")}`;
}
__name(inspectAttribute, "inspectAttribute");
function inspectNodeCollection(collection, options3) {
  return inspectList(collection, options3, inspectNode, "\n");
}
__name(inspectNodeCollection, "inspectNodeCollection");
function inspectNode(node, options3) {
  switch (node.nodeType) {
    case 1:
      return inspectHTML(node, options3);
    case 3:
      return options3.inspect(node.data, options3);
    default:
      return options3.inspect(node, options3);
  }
}
__name(inspectNode, "inspectNode");
function inspectHTML(element, options3) {
  const properties = element.getAttributeNames();
  const name = element.tagName.toLowerCase();
  const head = options3.stylize(`<${name}`, "special");
  const headClose = options3.stylize(`>`, "special");
  const tail = options3.stylize(`</${name}>`, "special");
  options3.truncate -= name.length * 2 + 5;
  let propertyContents = "";
  if (properties.length > 0) {
    propertyContents += " ";
    propertyContents += inspectList(properties.map((key) => [key, element.getAttribute(key)]), options3, inspectAttribute, " ");
  }
  options3.truncate -= propertyContents.length;
  const truncate2 = options3.truncate;
  let children = inspectNodeCollection(element.children, options3);
  if (children && children.length > truncate2) {
    children = `${truncator}(${element.children.length})`;
  }
  return `${head}${propertyContents}${headClose}${children}${tail}`;
}
__name(inspectHTML, "inspectHTML");
var symbolsSupported = typeof Symbol === "function" && typeof Symbol.for === "function";
var chaiInspect = symbolsSupported ? /* @__PURE__ */ Symbol.for("chai/inspect") : "@@chai/inspect";
var nodeInspect = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
var constructorMap = /* @__PURE__ */ new WeakMap();
var stringTagMap = {};
var baseTypesMap = {
  undefined: /* @__PURE__ */ __name((value, options3) => options3.stylize("undefined", "undefined"), "undefined"),
  null: /* @__PURE__ */ __name((value, options3) => options3.stylize("null", "null"), "null"),
  boolean: /* @__PURE__ */ __name((value, options3) => options3.stylize(String(value), "boolean"), "boolean"),
  Boolean: /* @__PURE__ */ __name((value, options3) => options3.stylize(String(value), "boolean"), "Boolean"),
  number: inspectNumber,
  Number: inspectNumber,
  bigint: inspectBigInt,
  BigInt: inspectBigInt,
  string: inspectString,
  String: inspectString,
  function: inspectFunction,
  Function: inspectFunction,
  symbol: inspectSymbol,
  // A Symbol polyfill will return `Symbol` not `symbol` from typedetect
  Symbol: inspectSymbol,
  Array: inspectArray,
  Date: inspectDate,
  Map: inspectMap,
  Set: inspectSet,
  RegExp: inspectRegExp,
  Promise: promise_default,
  // WeakSet, WeakMap are totally opaque to us
  WeakSet: /* @__PURE__ */ __name((value, options3) => options3.stylize("WeakSet{\u2026}", "special"), "WeakSet"),
  WeakMap: /* @__PURE__ */ __name((value, options3) => options3.stylize("WeakMap{\u2026}", "special"), "WeakMap"),
  Arguments: inspectArguments,
  Int8Array: inspectTypedArray,
  Uint8Array: inspectTypedArray,
  Uint8ClampedArray: inspectTypedArray,
  Int16Array: inspectTypedArray,
  Uint16Array: inspectTypedArray,
  Int32Array: inspectTypedArray,
  Uint32Array: inspectTypedArray,
  Float32Array: inspectTypedArray,
  Float64Array: inspectTypedArray,
  Generator: /* @__PURE__ */ __name(() => "", "Generator"),
  DataView: /* @__PURE__ */ __name(() => "", "DataView"),
  ArrayBuffer: /* @__PURE__ */ __name(() => "", "ArrayBuffer"),
  Error: inspectObject2,
  HTMLCollection: inspectNodeCollection,
  NodeList: inspectNodeCollection
};
var inspectCustom = /* @__PURE__ */ __name((value, options3, type3, inspectFn) => {
  if (chaiInspect in value && typeof value[chaiInspect] === "function") {
    return value[chaiInspect](options3);
  }
  if (nodeInspect in value && typeof value[nodeInspect] === "function") {
    return value[nodeInspect](options3.depth, options3, inspectFn);
  }
  if ("inspect" in value && typeof value.inspect === "function") {
    return value.inspect(options3.depth, options3);
  }
  if ("constructor" in value && constructorMap.has(value.constructor)) {
    return constructorMap.get(value.constructor)(value, options3);
  }
  if (stringTagMap[type3]) {
    return stringTagMap[type3](value, options3);
  }
  return "";
}, "inspectCustom");
var toString = Object.prototype.toString;
function inspect(value, opts = {}) {
  const options3 = normaliseOptions(opts, inspect);
  const { customInspect } = options3;
  let type3 = value === null ? "null" : typeof value;
  if (type3 === "object") {
    type3 = toString.call(value).slice(8, -1);
  }
  if (type3 in baseTypesMap) {
    return baseTypesMap[type3](value, options3);
  }
  if (customInspect && value) {
    const output2 = inspectCustom(value, options3, type3, inspect);
    if (output2) {
      if (typeof output2 === "string")
        return output2;
      return inspect(output2, options3);
    }
  }
  const proto = value ? Object.getPrototypeOf(value) : false;
  if (proto === Object.prototype || proto === null) {
    return inspectObject(value, options3);
  }
  if (value && typeof HTMLElement === "function" && value instanceof HTMLElement) {
    return inspectHTML(value, options3);
  }
  if ("constructor" in value) {
    if (value.constructor !== Object) {
      return inspectClass(value, options3);
    }
    return inspectObject(value, options3);
  }
  if (value === Object(value)) {
    return inspectObject(value, options3);
  }
  return options3.stylize(String(value), type3);
}
__name(inspect, "inspect");
var config = {
  /**
   * ### config.includeStack
   *
   * User configurable property, influences whether stack trace
   * is included in Assertion error message. Default of false
   * suppresses stack trace in the error message.
   *
   *     chai.config.includeStack = true;  // enable stack on error
   *
   * @param {boolean}
   * @public
   */
  includeStack: false,
  /**
   * ### config.showDiff
   *
   * User configurable property, influences whether or not
   * the `showDiff` flag should be included in the thrown
   * AssertionErrors. `false` will always be `false`; `true`
   * will be true when the assertion has requested a diff
   * be shown.
   *
   * @param {boolean}
   * @public
   */
  showDiff: true,
  /**
   * ### config.truncateThreshold
   *
   * User configurable property, sets length threshold for actual and
   * expected values in assertion errors. If this threshold is exceeded, for
   * example for large data structures, the value is replaced with something
   * like `[ Array(3) ]` or `{ Object (prop1, prop2) }`.
   *
   * Set it to zero if you want to disable truncating altogether.
   *
   * This is especially userful when doing assertions on arrays: having this
   * set to a reasonable large value makes the failure messages readily
   * inspectable.
   *
   *     chai.config.truncateThreshold = 0;  // disable truncating
   *
   * @param {number}
   * @public
   */
  truncateThreshold: 40,
  /**
   * ### config.useProxy
   *
   * User configurable property, defines if chai will use a Proxy to throw
   * an error when a non-existent property is read, which protects users
   * from typos when using property-based assertions.
   *
   * Set it to false if you want to disable this feature.
   *
   *     chai.config.useProxy = false;  // disable use of Proxy
   *
   * This feature is automatically disabled regardless of this config value
   * in environments that don't support proxies.
   *
   * @param {boolean}
   * @public
   */
  useProxy: true,
  /**
   * ### config.proxyExcludedKeys
   *
   * User configurable property, defines which properties should be ignored
   * instead of throwing an error if they do not exist on the assertion.
   * This is only applied if the environment Chai is running in supports proxies and
   * if the `useProxy` configuration setting is enabled.
   * By default, `then` and `inspect` will not throw an error if they do not exist on the
   * assertion object because the `.inspect` property is read by `util.inspect` (for example, when
   * using `console.log` on the assertion object) and `.then` is necessary for promise type-checking.
   *
   *     // By default these keys will not throw an error if they do not exist on the assertion object
   *     chai.config.proxyExcludedKeys = ['then', 'inspect'];
   *
   * @param {Array}
   * @public
   */
  proxyExcludedKeys: ["then", "catch", "inspect", "toJSON"],
  /**
   * ### config.deepEqual
   *
   * User configurable property, defines which a custom function to use for deepEqual
   * comparisons.
   * By default, the function used is the one from the `deep-eql` package without custom comparator.
   *
   *     // use a custom comparator
   *     chai.config.deepEqual = (expected, actual) => {
   *         return chai.util.eql(expected, actual, {
   *             comparator: (expected, actual) => {
   *                 // for non number comparison, use the default behavior
   *                 if(typeof expected !== 'number') return null;
   *                 // allow a difference of 10 between compared numbers
   *                 return typeof actual === 'number' && Math.abs(actual - expected) < 10
   *             }
   *         })
   *     };
   *
   * @param {Function}
   * @public
   */
  deepEqual: null
};
function inspect2(obj, showHidden, depth, colors) {
  let options3 = {
    colors,
    depth: typeof depth === "undefined" ? 2 : depth,
    showHidden,
    truncate: config.truncateThreshold ? config.truncateThreshold : Infinity
  };
  return inspect(obj, options3);
}
__name(inspect2, "inspect");
function objDisplay(obj) {
  let str = inspect2(obj), type3 = Object.prototype.toString.call(obj);
  if (config.truncateThreshold && str.length >= config.truncateThreshold) {
    if (type3 === "[object Function]") {
      const objAsFunction = (
        /** @type {Function} */
        obj
      );
      return !objAsFunction.name || objAsFunction.name === "" ? "[Function]" : "[Function: " + objAsFunction.name + "]";
    } else if (type3 === "[object Array]") {
      const objAsArray = (
        /** @type {unknown[]} */
        obj
      );
      return "[ Array(" + objAsArray.length + ") ]";
    } else if (type3 === "[object Object]") {
      const objAsObject = (
        /** @type {Record<PropertyKey, unknown>} */
        obj
      );
      let keys2 = Object.keys(objAsObject), kstr = keys2.length > 2 ? keys2.splice(0, 2).join(", ") + ", ..." : keys2.join(", ");
      return "{ Object (" + kstr + ") }";
    } else {
      return str;
    }
  } else {
    return str;
  }
}
__name(objDisplay, "objDisplay");
function getMessage2(obj, args) {
  let negate = flag2(obj, "negate");
  let val = flag2(obj, "object");
  let expected = args[3];
  let actual = getActual(obj, args);
  let rawMsg = negate ? args[2] : args[1];
  let flagMsg = flag2(obj, "message");
  if (typeof rawMsg === "function") rawMsg = rawMsg();
  const template = (
    /** @type {string} */
    rawMsg || ""
  );
  const msg = template.replace(/#\{(this|act|exp)\}/g, function(_, tag) {
    if (tag === "this") {
      return objDisplay(val);
    }
    if (tag === "act") {
      return objDisplay(actual);
    }
    return objDisplay(expected);
  });
  return flagMsg ? flagMsg + ": " + msg : msg;
}
__name(getMessage2, "getMessage");
function transferFlags(source, object, includeAll) {
  const sourceWithFlags = (
    /** @type {{__flags?: Record<PropertyKey, unknown>}} */
    source
  );
  const objWithFlags = (
    /** @type {{__flags?: Record<PropertyKey, unknown>}} */
    object
  );
  let flags = sourceWithFlags.__flags || (sourceWithFlags.__flags = /* @__PURE__ */ Object.create(null));
  const objFlags = objWithFlags.__flags || (objWithFlags.__flags = /* @__PURE__ */ Object.create(null));
  includeAll = arguments.length === 3 ? includeAll : true;
  for (let flag3 in flags) {
    if (includeAll || flag3 !== "object" && flag3 !== "ssfi" && flag3 !== "lockSsfi" && flag3 != "message") {
      objFlags[flag3] = flags[flag3];
    }
  }
}
__name(transferFlags, "transferFlags");
function type2(obj) {
  if (typeof obj === "undefined") {
    return "undefined";
  }
  if (obj === null) {
    return "null";
  }
  const stringTag = obj[Symbol.toStringTag];
  if (typeof stringTag === "string") {
    return stringTag;
  }
  const sliceStart = 8;
  const sliceEnd = -1;
  return Object.prototype.toString.call(obj).slice(sliceStart, sliceEnd);
}
__name(type2, "type");
function FakeMap() {
  this._key = "chai/deep-eql__" + Math.random() + Date.now();
}
__name(FakeMap, "FakeMap");
FakeMap.prototype = {
  get: /* @__PURE__ */ __name(function get(key) {
    return key[this._key];
  }, "get"),
  set: /* @__PURE__ */ __name(function set(key, value) {
    if (Object.isExtensible(key)) {
      Object.defineProperty(key, this._key, {
        value,
        configurable: true
      });
    }
  }, "set")
};
var MemoizeMap = typeof WeakMap === "function" ? WeakMap : FakeMap;
function memoizeCompare(leftHandOperand, rightHandOperand, memoizeMap) {
  if (!memoizeMap || isPrimitive(leftHandOperand) || isPrimitive(rightHandOperand)) {
    return null;
  }
  var leftHandMap = memoizeMap.get(leftHandOperand);
  if (leftHandMap) {
    var result2 = leftHandMap.get(rightHandOperand);
    if (typeof result2 === "boolean") {
      return result2;
    }
  }
  return null;
}
__name(memoizeCompare, "memoizeCompare");
function memoizeSet(leftHandOperand, rightHandOperand, memoizeMap, result2) {
  if (!memoizeMap || isPrimitive(leftHandOperand) || isPrimitive(rightHandOperand)) {
    return;
  }
  var leftHandMap = memoizeMap.get(leftHandOperand);
  if (leftHandMap) {
    leftHandMap.set(rightHandOperand, result2);
  } else {
    leftHandMap = new MemoizeMap();
    leftHandMap.set(rightHandOperand, result2);
    memoizeMap.set(leftHandOperand, leftHandMap);
  }
}
__name(memoizeSet, "memoizeSet");
var deep_eql_default = deepEqual;
function deepEqual(leftHandOperand, rightHandOperand, options3) {
  if (options3 && options3.comparator) {
    return extensiveDeepEqual(leftHandOperand, rightHandOperand, options3);
  }
  var simpleResult = simpleEqual(leftHandOperand, rightHandOperand);
  if (simpleResult !== null) {
    return simpleResult;
  }
  return extensiveDeepEqual(leftHandOperand, rightHandOperand, options3);
}
__name(deepEqual, "deepEqual");
function simpleEqual(leftHandOperand, rightHandOperand) {
  if (leftHandOperand === rightHandOperand) {
    return leftHandOperand !== 0 || 1 / leftHandOperand === 1 / rightHandOperand;
  }
  if (leftHandOperand !== leftHandOperand && // eslint-disable-line no-self-compare
  rightHandOperand !== rightHandOperand) {
    return true;
  }
  if (isPrimitive(leftHandOperand) || isPrimitive(rightHandOperand)) {
    return false;
  }
  return null;
}
__name(simpleEqual, "simpleEqual");
function extensiveDeepEqual(leftHandOperand, rightHandOperand, options3) {
  options3 = options3 || {};
  options3.memoize = options3.memoize === false ? false : options3.memoize || new MemoizeMap();
  var comparator = options3 && options3.comparator;
  var memoizeResultLeft = memoizeCompare(leftHandOperand, rightHandOperand, options3.memoize);
  if (memoizeResultLeft !== null) {
    return memoizeResultLeft;
  }
  var memoizeResultRight = memoizeCompare(rightHandOperand, leftHandOperand, options3.memoize);
  if (memoizeResultRight !== null) {
    return memoizeResultRight;
  }
  if (comparator) {
    var comparatorResult = comparator(leftHandOperand, rightHandOperand);
    if (comparatorResult === false || comparatorResult === true) {
      memoizeSet(leftHandOperand, rightHandOperand, options3.memoize, comparatorResult);
      return comparatorResult;
    }
    var simpleResult = simpleEqual(leftHandOperand, rightHandOperand);
    if (simpleResult !== null) {
      return simpleResult;
    }
  }
  var leftHandType = type2(leftHandOperand);
  if (leftHandType !== type2(rightHandOperand)) {
    memoizeSet(leftHandOperand, rightHandOperand, options3.memoize, false);
    return false;
  }
  memoizeSet(leftHandOperand, rightHandOperand, options3.memoize, true);
  var result2 = extensiveDeepEqualByType(leftHandOperand, rightHandOperand, leftHandType, options3);
  memoizeSet(leftHandOperand, rightHandOperand, options3.memoize, result2);
  return result2;
}
__name(extensiveDeepEqual, "extensiveDeepEqual");
function extensiveDeepEqualByType(leftHandOperand, rightHandOperand, leftHandType, options3) {
  switch (leftHandType) {
    case "String":
    case "Number":
    case "Boolean":
    case "Date":
      return deepEqual(leftHandOperand.valueOf(), rightHandOperand.valueOf());
    case "Promise":
    case "Symbol":
    case "function":
    case "WeakMap":
    case "WeakSet":
      return leftHandOperand === rightHandOperand;
    case "Error":
      return keysEqual(leftHandOperand, rightHandOperand, ["name", "message", "code"], options3);
    case "Arguments":
    case "Int8Array":
    case "Uint8Array":
    case "Uint8ClampedArray":
    case "Int16Array":
    case "Uint16Array":
    case "Int32Array":
    case "Uint32Array":
    case "Float32Array":
    case "Float64Array":
    case "Array":
      return iterableEqual(leftHandOperand, rightHandOperand, options3);
    case "RegExp":
      return regexpEqual(leftHandOperand, rightHandOperand);
    case "Generator":
      return generatorEqual(leftHandOperand, rightHandOperand, options3);
    case "DataView":
      return iterableEqual(new Uint8Array(leftHandOperand.buffer), new Uint8Array(rightHandOperand.buffer), options3);
    case "ArrayBuffer":
      return iterableEqual(new Uint8Array(leftHandOperand), new Uint8Array(rightHandOperand), options3);
    case "Set":
      return entriesEqual(leftHandOperand, rightHandOperand, options3);
    case "Map":
      return entriesEqual(leftHandOperand, rightHandOperand, options3);
    case "Temporal.PlainDate":
    case "Temporal.PlainTime":
    case "Temporal.PlainDateTime":
    case "Temporal.Instant":
    case "Temporal.ZonedDateTime":
    case "Temporal.PlainYearMonth":
    case "Temporal.PlainMonthDay":
      return leftHandOperand.equals(rightHandOperand);
    case "Temporal.Duration":
      return leftHandOperand.total("nanoseconds") === rightHandOperand.total("nanoseconds");
    case "Temporal.TimeZone":
    case "Temporal.Calendar":
      return leftHandOperand.toString() === rightHandOperand.toString();
    default:
      return objectEqual(leftHandOperand, rightHandOperand, options3);
  }
}
__name(extensiveDeepEqualByType, "extensiveDeepEqualByType");
function regexpEqual(leftHandOperand, rightHandOperand) {
  return leftHandOperand.toString() === rightHandOperand.toString();
}
__name(regexpEqual, "regexpEqual");
function entriesEqual(leftHandOperand, rightHandOperand, options3) {
  try {
    if (leftHandOperand.size !== rightHandOperand.size) {
      return false;
    }
    if (leftHandOperand.size === 0) {
      return true;
    }
  } catch (sizeError) {
    return false;
  }
  var leftHandItems = [];
  var rightHandItems = [];
  leftHandOperand.forEach(/* @__PURE__ */ __name(function gatherEntries(key, value) {
    leftHandItems.push([key, value]);
  }, "gatherEntries"));
  rightHandOperand.forEach(/* @__PURE__ */ __name(function gatherEntries(key, value) {
    rightHandItems.push([key, value]);
  }, "gatherEntries"));
  return iterableEqual(leftHandItems.sort(), rightHandItems.sort(), options3);
}
__name(entriesEqual, "entriesEqual");
function iterableEqual(leftHandOperand, rightHandOperand, options3) {
  var length = leftHandOperand.length;
  if (length !== rightHandOperand.length) {
    return false;
  }
  if (length === 0) {
    return true;
  }
  var index2 = -1;
  while (++index2 < length) {
    if (deepEqual(leftHandOperand[index2], rightHandOperand[index2], options3) === false) {
      return false;
    }
  }
  return true;
}
__name(iterableEqual, "iterableEqual");
function generatorEqual(leftHandOperand, rightHandOperand, options3) {
  return iterableEqual(getGeneratorEntries(leftHandOperand), getGeneratorEntries(rightHandOperand), options3);
}
__name(generatorEqual, "generatorEqual");
function hasIteratorFunction(target) {
  return typeof Symbol !== "undefined" && typeof target === "object" && typeof Symbol.iterator !== "undefined" && typeof target[Symbol.iterator] === "function";
}
__name(hasIteratorFunction, "hasIteratorFunction");
function getIteratorEntries(target) {
  if (hasIteratorFunction(target)) {
    try {
      return getGeneratorEntries(target[Symbol.iterator]());
    } catch (iteratorError) {
      return [];
    }
  }
  return [];
}
__name(getIteratorEntries, "getIteratorEntries");
function getGeneratorEntries(generator) {
  var generatorResult = generator.next();
  var accumulator = [generatorResult.value];
  while (generatorResult.done === false) {
    generatorResult = generator.next();
    accumulator.push(generatorResult.value);
  }
  return accumulator;
}
__name(getGeneratorEntries, "getGeneratorEntries");
function getEnumerableKeys(target) {
  var keys2 = [];
  for (var key in target) {
    keys2.push(key);
  }
  return keys2;
}
__name(getEnumerableKeys, "getEnumerableKeys");
function getEnumerableSymbols(target) {
  var keys2 = [];
  var allKeys = Object.getOwnPropertySymbols(target);
  for (var i2 = 0; i2 < allKeys.length; i2 += 1) {
    var key = allKeys[i2];
    if (Object.getOwnPropertyDescriptor(target, key).enumerable) {
      keys2.push(key);
    }
  }
  return keys2;
}
__name(getEnumerableSymbols, "getEnumerableSymbols");
function keysEqual(leftHandOperand, rightHandOperand, keys2, options3) {
  var length = keys2.length;
  if (length === 0) {
    return true;
  }
  for (var i2 = 0; i2 < length; i2 += 1) {
    if (deepEqual(leftHandOperand[keys2[i2]], rightHandOperand[keys2[i2]], options3) === false) {
      return false;
    }
  }
  return true;
}
__name(keysEqual, "keysEqual");
function objectEqual(leftHandOperand, rightHandOperand, options3) {
  var leftHandKeys = getEnumerableKeys(leftHandOperand);
  var rightHandKeys = getEnumerableKeys(rightHandOperand);
  var leftHandSymbols = getEnumerableSymbols(leftHandOperand);
  var rightHandSymbols = getEnumerableSymbols(rightHandOperand);
  leftHandKeys = leftHandKeys.concat(leftHandSymbols);
  rightHandKeys = rightHandKeys.concat(rightHandSymbols);
  if (leftHandKeys.length && leftHandKeys.length === rightHandKeys.length) {
    if (iterableEqual(mapSymbols(leftHandKeys).sort(), mapSymbols(rightHandKeys).sort()) === false) {
      return false;
    }
    return keysEqual(leftHandOperand, rightHandOperand, leftHandKeys, options3);
  }
  var leftHandEntries = getIteratorEntries(leftHandOperand);
  var rightHandEntries = getIteratorEntries(rightHandOperand);
  if (leftHandEntries.length && leftHandEntries.length === rightHandEntries.length) {
    leftHandEntries.sort();
    rightHandEntries.sort();
    return iterableEqual(leftHandEntries, rightHandEntries, options3);
  }
  if (leftHandKeys.length === 0 && leftHandEntries.length === 0 && rightHandKeys.length === 0 && rightHandEntries.length === 0) {
    return true;
  }
  return false;
}
__name(objectEqual, "objectEqual");
function isPrimitive(value) {
  return value === null || typeof value !== "object";
}
__name(isPrimitive, "isPrimitive");
function mapSymbols(arr) {
  return arr.map(/* @__PURE__ */ __name(function mapSymbol(entry) {
    if (typeof entry === "symbol") {
      return entry.toString();
    }
    return entry;
  }, "mapSymbol"));
}
__name(mapSymbols, "mapSymbols");
function hasProperty(obj, name) {
  if (typeof obj === "undefined" || obj === null) {
    return false;
  }
  return name in Object(obj);
}
__name(hasProperty, "hasProperty");
function parsePath(path) {
  const str = path.replace(/([^\\])\[/g, "$1.[");
  const parts4 = str.match(/(\\\.|[^.]+?)+/g);
  return parts4.map((value) => {
    if (value === "constructor" || value === "__proto__" || value === "prototype") {
      return {};
    }
    const regexp = /^\[(\d+)\]$/;
    const mArr = regexp.exec(value);
    let parsed3 = null;
    if (mArr) {
      parsed3 = { i: parseFloat(mArr[1]) };
    } else {
      parsed3 = { p: value.replace(/\\([.[\]])/g, "$1") };
    }
    return parsed3;
  });
}
__name(parsePath, "parsePath");
function internalGetPathValue(obj, parsed3, pathDepth) {
  let temporaryValue = obj;
  let res = null;
  pathDepth = typeof pathDepth === "undefined" ? parsed3.length : pathDepth;
  for (let i2 = 0; i2 < pathDepth; i2++) {
    const part = parsed3[i2];
    if (temporaryValue) {
      if (typeof part.p === "undefined") {
        temporaryValue = temporaryValue[part.i];
      } else {
        temporaryValue = temporaryValue[part.p];
      }
      if (i2 === pathDepth - 1) {
        res = temporaryValue;
      }
    }
  }
  return res;
}
__name(internalGetPathValue, "internalGetPathValue");
function getPathInfo(obj, path) {
  const parsed3 = parsePath(path);
  const last = parsed3[parsed3.length - 1];
  const info = {
    parent: parsed3.length > 1 ? internalGetPathValue(obj, parsed3, parsed3.length - 1) : obj,
    name: last.p || last.i,
    value: internalGetPathValue(obj, parsed3)
  };
  info.exists = hasProperty(info.parent, info.name);
  return info;
}
__name(getPathInfo, "getPathInfo");
var _Assertion = class _Assertion2 {
  /**
   * Creates object for chaining.
   * `Assertion` objects contain metadata in the form of flags. Three flags can
   * be assigned during instantiation by passing arguments to this constructor:
   *
   * - `object`: This flag contains the target of the assertion. For example, in
   * the assertion `expect(numKittens).to.equal(7);`, the `object` flag will
   * contain `numKittens` so that the `equal` assertion can reference it when
   * needed.
   *
   * - `message`: This flag contains an optional custom error message to be
   * prepended to the error message that's generated by the assertion when it
   * fails.
   *
   * - `ssfi`: This flag stands for "start stack function indicator". It
   * contains a function reference that serves as the starting point for
   * removing frames from the stack trace of the error that's created by the
   * assertion when it fails. The goal is to provide a cleaner stack trace to
   * end users by removing Chai's internal functions. Note that it only works
   * in environments that support `Error.captureStackTrace`, and only when
   * `Chai.config.includeStack` hasn't been set to `false`.
   *
   * - `lockSsfi`: This flag controls whether or not the given `ssfi` flag
   * should retain its current value, even as assertions are chained off of
   * this object. This is usually set to `true` when creating a new assertion
   * from within another assertion. It's also temporarily set to `true` before
   * an overwritten assertion gets called by the overwriting assertion.
   *
   * - `eql`: This flag contains the deepEqual function to be used by the assertion.
   *
   * @param {unknown} obj target of the assertion
   * @param {string=} msg (optional) custom error message
   * @param {Function=} ssfi (optional) starting point for removing stack frames
   * @param {boolean=} lockSsfi (optional) whether or not the ssfi flag is locked
   */
  constructor(obj, msg, ssfi, lockSsfi) {
    __publicField(this, "__flags", {});
    flag2(this, "ssfi", ssfi || _Assertion2);
    flag2(this, "lockSsfi", lockSsfi);
    flag2(this, "object", obj);
    flag2(this, "message", msg);
    flag2(this, "eql", config.deepEqual || deep_eql_default);
    return proxify(this);
  }
  /** @returns {boolean} */
  static get includeStack() {
    console.warn(
      "Assertion.includeStack is deprecated, use chai.config.includeStack instead."
    );
    return config.includeStack;
  }
  /** @param {boolean} value */
  static set includeStack(value) {
    console.warn(
      "Assertion.includeStack is deprecated, use chai.config.includeStack instead."
    );
    config.includeStack = value;
  }
  /** @returns {boolean} */
  static get showDiff() {
    console.warn(
      "Assertion.showDiff is deprecated, use chai.config.showDiff instead."
    );
    return config.showDiff;
  }
  /** @param {boolean} value */
  static set showDiff(value) {
    console.warn(
      "Assertion.showDiff is deprecated, use chai.config.showDiff instead."
    );
    config.showDiff = value;
  }
  /**
   * @param {string} name
   * @param {(...args: never) => unknown} fn
   */
  static addProperty(name, fn) {
    addProperty(this.prototype, name, fn);
  }
  /**
   * @param {string} name
   * @param {(...args: never) => unknown} fn
   */
  static addMethod(name, fn) {
    addMethod(this.prototype, name, fn);
  }
  /**
   * @param {string} name
   * @param {(...args: never) => unknown} fn
   * @param {(...args: never) => unknown} chainingBehavior
   */
  static addChainableMethod(name, fn, chainingBehavior) {
    addChainableMethod(this.prototype, name, fn, chainingBehavior);
  }
  /**
   * @param {string} name
   * @param {(...args: never) => unknown} fn
   */
  static overwriteProperty(name, fn) {
    overwriteProperty(this.prototype, name, fn);
  }
  /**
   * @param {string} name
   * @param {(...args: never) => unknown} fn
   */
  static overwriteMethod(name, fn) {
    overwriteMethod(this.prototype, name, fn);
  }
  /**
   * @param {string} name
   * @param {(...args: never) => unknown} fn
   * @param {(...args: never) => unknown} chainingBehavior
   */
  static overwriteChainableMethod(name, fn, chainingBehavior) {
    overwriteChainableMethod(this.prototype, name, fn, chainingBehavior);
  }
  /**
   * ### .assert(expression, message, negateMessage, expected, actual, showDiff)
   *
   * Executes an expression and check expectations. Throws AssertionError for reporting if test doesn't pass.
   *
   * @name assert
   * @param {unknown} _expr to be tested
   * @param {string | Function} msg or function that returns message to display if expression fails
   * @param {string | Function} _negateMsg or function that returns negatedMessage to display if negated expression fails
   * @param {unknown} expected value (remember to check for negation)
   * @param {unknown} _actual (optional) will default to `this.obj`
   * @param {boolean} showDiff (optional) when set to `true`, assert will display a diff in addition to the message if expression fails
   * @returns {void}
   */
  assert(_expr, msg, _negateMsg, expected, _actual, showDiff) {
    const ok = test(this, arguments);
    if (false !== showDiff) showDiff = true;
    if (void 0 === expected && void 0 === _actual) showDiff = false;
    if (true !== config.showDiff) showDiff = false;
    if (!ok) {
      msg = getMessage2(this, arguments);
      const actual = getActual(this, arguments);
      const assertionErrorObjectProperties = {
        actual,
        expected,
        showDiff
      };
      const operator = getOperator(this, arguments);
      if (operator) {
        assertionErrorObjectProperties.operator = operator;
      }
      throw new AssertionError(
        msg,
        assertionErrorObjectProperties,
        config.includeStack ? this.assert : flag2(this, "ssfi")
      );
    }
  }
  /**
   * Quick reference to stored `actual` value for plugin developers.
   *
   * @returns {unknown}
   */
  get _obj() {
    return flag2(this, "object");
  }
  /**
   * Quick reference to stored `actual` value for plugin developers.
   *
   * @param {unknown} val
   */
  set _obj(val) {
    flag2(this, "object", val);
  }
};
__name(_Assertion, "Assertion");
var Assertion = _Assertion;
var events = new EventTarget();
var _PluginEvent = class _PluginEvent2 extends Event {
  /**
   * @param {string} type
   * @param {string} name
   * @param {Function} fn
   */
  constructor(type3, name, fn) {
    super(type3);
    this.name = String(name);
    this.fn = fn;
  }
};
__name(_PluginEvent, "PluginEvent");
var PluginEvent = _PluginEvent;
function isProxyEnabled() {
  return config.useProxy && typeof Proxy !== "undefined" && typeof Reflect !== "undefined";
}
__name(isProxyEnabled, "isProxyEnabled");
function addProperty(ctx, name, getter) {
  getter = getter === void 0 ? function() {
  } : getter;
  Object.defineProperty(ctx, name, {
    get: /* @__PURE__ */ __name(function propertyGetter() {
      if (!isProxyEnabled() && !flag2(this, "lockSsfi")) {
        flag2(this, "ssfi", propertyGetter);
      }
      let result2 = getter.call(this);
      if (result2 !== void 0) return result2;
      let newAssertion = new Assertion();
      transferFlags(this, newAssertion);
      return newAssertion;
    }, "propertyGetter"),
    configurable: true
  });
  events.dispatchEvent(new PluginEvent("addProperty", name, getter));
}
__name(addProperty, "addProperty");
var fnLengthDesc = Object.getOwnPropertyDescriptor(function() {
}, "length");
function addLengthGuard(fn, assertionName, isChainable) {
  if (!fnLengthDesc?.configurable) return fn;
  Object.defineProperty(fn, "length", {
    get: /* @__PURE__ */ __name(function() {
      if (isChainable) {
        throw Error(
          "Invalid Chai property: " + assertionName + '.length. Due to a compatibility issue, "length" cannot directly follow "' + assertionName + '". Use "' + assertionName + '.lengthOf" instead.'
        );
      }
      throw Error(
        "Invalid Chai property: " + assertionName + '.length. See docs for proper usage of "' + assertionName + '".'
      );
    }, "get")
  });
  return fn;
}
__name(addLengthGuard, "addLengthGuard");
function getProperties(object) {
  let result2 = Object.getOwnPropertyNames(object);
  function addProperty2(property2) {
    if (result2.indexOf(property2) === -1) {
      result2.push(property2);
    }
  }
  __name(addProperty2, "addProperty");
  let proto = Object.getPrototypeOf(object);
  while (proto !== null) {
    Object.getOwnPropertyNames(proto).forEach(addProperty2);
    proto = Object.getPrototypeOf(proto);
  }
  return result2;
}
__name(getProperties, "getProperties");
var builtins = ["__flags", "__methods", "_obj", "assert"];
function proxify(obj, nonChainableMethodName) {
  if (!isProxyEnabled()) return obj;
  return new Proxy(obj, {
    get: /* @__PURE__ */ __name(function proxyGetter(target, property2) {
      if (typeof property2 === "string" && config.proxyExcludedKeys.indexOf(property2) === -1 && !Reflect.has(target, property2)) {
        if (nonChainableMethodName) {
          throw Error(
            "Invalid Chai property: " + String(nonChainableMethodName) + "." + property2 + '. See docs for proper usage of "' + String(nonChainableMethodName) + '".'
          );
        }
        let suggestion = null;
        let suggestionDistance = 4;
        getProperties(target).forEach(function(prop) {
          if (
            // we actually mean to check `Object.prototype` here
            // eslint-disable-next-line no-prototype-builtins
            !Object.prototype.hasOwnProperty(prop) && builtins.indexOf(prop) === -1
          ) {
            let dist = stringDistanceCapped(property2, prop, suggestionDistance);
            if (dist < suggestionDistance) {
              suggestion = prop;
              suggestionDistance = dist;
            }
          }
        });
        if (suggestion !== null) {
          throw Error(
            "Invalid Chai property: " + property2 + '. Did you mean "' + suggestion + '"?'
          );
        } else {
          throw Error("Invalid Chai property: " + property2);
        }
      }
      if (builtins.indexOf(property2) === -1 && !flag2(target, "lockSsfi")) {
        flag2(target, "ssfi", proxyGetter);
      }
      return Reflect.get(target, property2);
    }, "proxyGetter")
  });
}
__name(proxify, "proxify");
function stringDistanceCapped(strA, strB, cap) {
  if (Math.abs(strA.length - strB.length) >= cap) {
    return cap;
  }
  let memo = [];
  for (let i2 = 0; i2 <= strA.length; i2++) {
    memo[i2] = Array(strB.length + 1).fill(0);
    memo[i2][0] = i2;
  }
  for (let j = 0; j < strB.length; j++) {
    memo[0][j] = j;
  }
  for (let i2 = 1; i2 <= strA.length; i2++) {
    let ch = strA.charCodeAt(i2 - 1);
    for (let j = 1; j <= strB.length; j++) {
      if (Math.abs(i2 - j) >= cap) {
        memo[i2][j] = cap;
        continue;
      }
      memo[i2][j] = Math.min(
        memo[i2 - 1][j] + 1,
        memo[i2][j - 1] + 1,
        memo[i2 - 1][j - 1] + (ch === strB.charCodeAt(j - 1) ? 0 : 1)
      );
    }
  }
  return memo[strA.length][strB.length];
}
__name(stringDistanceCapped, "stringDistanceCapped");
function addMethod(ctx, name, method) {
  let methodWrapper = /* @__PURE__ */ __name(function() {
    if (!flag2(this, "lockSsfi")) {
      flag2(this, "ssfi", methodWrapper);
    }
    let result2 = method.apply(this, arguments);
    if (result2 !== void 0) return result2;
    let newAssertion = new Assertion();
    transferFlags(this, newAssertion);
    return newAssertion;
  }, "methodWrapper");
  addLengthGuard(methodWrapper, name, false);
  ctx[name] = proxify(
    methodWrapper,
    name
  );
  events.dispatchEvent(new PluginEvent("addMethod", name, method));
}
__name(addMethod, "addMethod");
function overwriteProperty(ctx, name, getter) {
  let _get = Object.getOwnPropertyDescriptor(ctx, name);
  let _super = /* @__PURE__ */ __name(function() {
    return;
  }, "_super");
  if (_get && "function" === typeof _get.get) _super = _get.get;
  Object.defineProperty(ctx, name, {
    get: /* @__PURE__ */ __name(function overwritingPropertyGetter() {
      if (!isProxyEnabled() && !flag2(this, "lockSsfi")) {
        flag2(this, "ssfi", overwritingPropertyGetter);
      }
      let origLockSsfi = flag2(this, "lockSsfi");
      flag2(this, "lockSsfi", true);
      let result2 = getter(_super).call(this);
      flag2(this, "lockSsfi", origLockSsfi);
      if (result2 !== void 0) {
        return result2;
      }
      let newAssertion = new Assertion();
      transferFlags(this, newAssertion);
      return newAssertion;
    }, "overwritingPropertyGetter"),
    configurable: true
  });
}
__name(overwriteProperty, "overwriteProperty");
function overwriteMethod(ctx, name, method) {
  let _method = (
    /** @type {Record<PropertyKey, unknown>} */
    ctx[name]
  );
  let _super = /* @__PURE__ */ __name(function() {
    throw new Error(String(name) + " is not a function");
  }, "_super");
  if (_method && "function" === typeof _method) _super = _method;
  function overwritingMethodWrapper() {
    if (!flag2(this, "lockSsfi")) {
      flag2(this, "ssfi", overwritingMethodWrapper);
    }
    let origLockSsfi = flag2(this, "lockSsfi");
    flag2(this, "lockSsfi", true);
    let result2 = method(_super).apply(this, arguments);
    flag2(this, "lockSsfi", origLockSsfi);
    if (result2 !== void 0) {
      return result2;
    }
    let newAssertion = new Assertion();
    transferFlags(this, newAssertion);
    return newAssertion;
  }
  __name(overwritingMethodWrapper, "overwritingMethodWrapper");
  addLengthGuard(overwritingMethodWrapper, String(name), false);
  ctx[name] = proxify(
    overwritingMethodWrapper,
    name
  );
}
__name(overwriteMethod, "overwriteMethod");
var canSetPrototype = typeof Object.setPrototypeOf === "function";
var testFn = /* @__PURE__ */ __name(function() {
}, "testFn");
var excludeNames = Object.getOwnPropertyNames(testFn).filter(function(name) {
  let propDesc = Object.getOwnPropertyDescriptor(testFn, name);
  if (typeof propDesc !== "object") return true;
  return !propDesc.configurable;
});
var call2 = Function.prototype.call;
var apply = Function.prototype.apply;
var _PluginAddChainableMethodEvent = class _PluginAddChainableMethodEvent2 extends PluginEvent {
  /**
   * @param {string} type
   * @param {string} name
   * @param {Function} fn
   * @param {Function} chainingBehavior
   */
  constructor(type3, name, fn, chainingBehavior) {
    super(type3, name, fn);
    this.chainingBehavior = chainingBehavior;
  }
};
__name(_PluginAddChainableMethodEvent, "PluginAddChainableMethodEvent");
var PluginAddChainableMethodEvent = _PluginAddChainableMethodEvent;
function addChainableMethod(ctx, name, method, chainingBehavior) {
  const ctxChainable = (
    /** @type {T & {__methods: Record<PropertyKey, ChainableBehavior>}} */
    ctx
  );
  if (typeof chainingBehavior !== "function") {
    chainingBehavior = /* @__PURE__ */ __name(function() {
    }, "chainingBehavior");
  }
  let chainableBehavior = {
    method,
    chainingBehavior
  };
  if (!ctxChainable.__methods) {
    ctxChainable.__methods = {};
  }
  ctxChainable.__methods[name] = chainableBehavior;
  Object.defineProperty(ctx, name, {
    get: /* @__PURE__ */ __name(function chainableMethodGetter() {
      chainableBehavior.chainingBehavior.call(this);
      function chainableMethodWrapper(...args) {
        if (!flag2(this, "lockSsfi")) {
          flag2(this, "ssfi", chainableMethodWrapper);
        }
        let result2 = (
          /** @type {(...args: unknown[]) => unknown} */
          chainableBehavior.method.apply(this, args)
        );
        if (result2 !== void 0) {
          return result2;
        }
        let newAssertion = new Assertion();
        transferFlags(this, newAssertion);
        return newAssertion;
      }
      __name(chainableMethodWrapper, "chainableMethodWrapper");
      addLengthGuard(chainableMethodWrapper, name, true);
      if (canSetPrototype) {
        let prototype = Object.create(this);
        prototype.call = call2;
        prototype.apply = apply;
        Object.setPrototypeOf(chainableMethodWrapper, prototype);
      } else {
        let asserterNames = Object.getOwnPropertyNames(ctx);
        asserterNames.forEach(function(asserterName) {
          if (excludeNames.indexOf(asserterName) !== -1) {
            return;
          }
          let pd = Object.getOwnPropertyDescriptor(ctx, asserterName);
          if (pd) {
            Object.defineProperty(chainableMethodWrapper, asserterName, pd);
          }
        });
      }
      transferFlags(this, chainableMethodWrapper);
      return proxify(chainableMethodWrapper);
    }, "chainableMethodGetter"),
    configurable: true
  });
  events.dispatchEvent(
    new PluginAddChainableMethodEvent(
      "addChainableMethod",
      name,
      method,
      chainingBehavior
    )
  );
}
__name(addChainableMethod, "addChainableMethod");
function overwriteChainableMethod(ctx, name, method, chainingBehavior) {
  let chainableBehavior = (
    /** @type {{__methods: Record<PropertyKey, ChainableBehavior>}} */
    ctx.__methods[name]
  );
  let _chainingBehavior = chainableBehavior.chainingBehavior;
  chainableBehavior.chainingBehavior = /**
  * @this {T}
  */
  /* @__PURE__ */ __name(function overwritingChainableMethodGetter() {
    let result2 = chainingBehavior(_chainingBehavior).call(this);
    if (result2 !== void 0) {
      return result2;
    }
    let newAssertion = new Assertion();
    transferFlags(this, newAssertion);
    return newAssertion;
  }, "overwritingChainableMethodGetter");
  let _method = chainableBehavior.method;
  chainableBehavior.method = /* @__PURE__ */ __name(function overwritingChainableMethodWrapper() {
    let result2 = method(_method).apply(this, arguments);
    if (result2 !== void 0) {
      return result2;
    }
    let newAssertion = new Assertion();
    transferFlags(this, newAssertion);
    return newAssertion;
  }, "overwritingChainableMethodWrapper");
}
__name(overwriteChainableMethod, "overwriteChainableMethod");
function compareByInspect(a, b3) {
  return inspect2(a) < inspect2(b3) ? -1 : 1;
}
__name(compareByInspect, "compareByInspect");
function getOwnEnumerablePropertySymbols(obj) {
  if (typeof Object.getOwnPropertySymbols !== "function") return [];
  return Object.getOwnPropertySymbols(obj).filter(function(sym) {
    return Object.getOwnPropertyDescriptor(obj, sym)?.enumerable;
  });
}
__name(getOwnEnumerablePropertySymbols, "getOwnEnumerablePropertySymbols");
function getOwnEnumerableProperties(obj) {
  return (
    /** @type {PropertyKey[]} */
    Object.keys(obj).concat(
      getOwnEnumerablePropertySymbols(obj)
    )
  );
}
__name(getOwnEnumerableProperties, "getOwnEnumerableProperties");
var isNaN2 = Number.isNaN;
function isObjectType(obj) {
  let objectType = type(obj);
  let objectTypes = ["Array", "Object", "Function"];
  return objectTypes.indexOf(objectType) !== -1;
}
__name(isObjectType, "isObjectType");
function getOperator(obj, args) {
  let operator = flag2(obj, "operator");
  let negate = flag2(obj, "negate");
  let expected = args[3];
  let msg = negate ? args[2] : args[1];
  if (operator) {
    return String(operator);
  }
  if (typeof msg === "function") msg = msg();
  msg = msg || "";
  if (!msg) {
    return void 0;
  }
  const msgString = String(msg);
  if (/\shave\s/.test(msgString)) {
    return void 0;
  }
  let isObject3 = isObjectType(expected);
  if (/\snot\s/.test(msgString)) {
    return isObject3 ? "notDeepStrictEqual" : "notStrictEqual";
  }
  return isObject3 ? "deepStrictEqual" : "strictEqual";
}
__name(getOperator, "getOperator");
function getName(fn) {
  return fn.name;
}
__name(getName, "getName");
function isRegExp2(obj) {
  return Object.prototype.toString.call(obj) === "[object RegExp]";
}
__name(isRegExp2, "isRegExp");
function isNumeric(obj) {
  return ["Number", "BigInt"].includes(type(obj));
}
__name(isNumeric, "isNumeric");
var { flag: flag22 } = utils_exports;
[
  "to",
  "be",
  "been",
  "is",
  "and",
  "has",
  "have",
  "with",
  "that",
  "which",
  "at",
  "of",
  "same",
  "but",
  "does",
  "still",
  "also"
].forEach(function(chain) {
  Assertion.addProperty(chain);
});
Assertion.addProperty("not", function() {
  flag22(this, "negate", true);
});
Assertion.addProperty("deep", function() {
  flag22(this, "deep", true);
});
Assertion.addProperty("nested", function() {
  flag22(this, "nested", true);
});
Assertion.addProperty("own", function() {
  flag22(this, "own", true);
});
Assertion.addProperty("ordered", function() {
  flag22(this, "ordered", true);
});
Assertion.addProperty("any", function() {
  flag22(this, "any", true);
  flag22(this, "all", false);
});
Assertion.addProperty("all", function() {
  flag22(this, "all", true);
  flag22(this, "any", false);
});
var functionTypes = {
  function: [
    "function",
    "asyncfunction",
    "generatorfunction",
    "asyncgeneratorfunction"
  ],
  asyncfunction: ["asyncfunction", "asyncgeneratorfunction"],
  generatorfunction: ["generatorfunction", "asyncgeneratorfunction"],
  asyncgeneratorfunction: ["asyncgeneratorfunction"]
};
function an(type3, msg) {
  if (msg) flag22(this, "message", msg);
  type3 = type3.toLowerCase();
  let obj = flag22(this, "object"), article = ~["a", "e", "i", "o", "u"].indexOf(type3.charAt(0)) ? "an " : "a ";
  const detectedType = type(obj).toLowerCase();
  if (functionTypes["function"].includes(type3)) {
    this.assert(
      functionTypes[type3].includes(detectedType),
      "expected #{this} to be " + article + type3,
      "expected #{this} not to be " + article + type3
    );
  } else {
    this.assert(
      type3 === detectedType,
      "expected #{this} to be " + article + type3,
      "expected #{this} not to be " + article + type3
    );
  }
}
__name(an, "an");
Assertion.addChainableMethod("an", an);
Assertion.addChainableMethod("a", an);
function SameValueZero(a, b3) {
  return isNaN2(a) && isNaN2(b3) || a === b3;
}
__name(SameValueZero, "SameValueZero");
function includeChainingBehavior() {
  flag22(this, "contains", true);
}
__name(includeChainingBehavior, "includeChainingBehavior");
function include(val, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), objType = type(obj).toLowerCase(), flagMsg = flag22(this, "message"), negate = flag22(this, "negate"), ssfi = flag22(this, "ssfi"), isDeep = flag22(this, "deep"), descriptor = isDeep ? "deep " : "", isEql = isDeep ? flag22(this, "eql") : SameValueZero;
  flagMsg = flagMsg ? flagMsg + ": " : "";
  let included = false;
  switch (objType) {
    case "string":
      included = obj.indexOf(val) !== -1;
      break;
    case "weakset":
      if (isDeep) {
        throw new AssertionError(
          flagMsg + "unable to use .deep.include with WeakSet",
          void 0,
          ssfi
        );
      }
      included = obj.has(val);
      break;
    case "map":
      obj.forEach(function(item) {
        included = included || isEql(item, val);
      });
      break;
    case "set":
      if (isDeep) {
        obj.forEach(function(item) {
          included = included || isEql(item, val);
        });
      } else {
        included = obj.has(val);
      }
      break;
    case "array":
      if (isDeep) {
        included = obj.some(function(item) {
          return isEql(item, val);
        });
      } else {
        included = obj.indexOf(val) !== -1;
      }
      break;
    default: {
      if (val !== Object(val)) {
        throw new AssertionError(
          flagMsg + "the given combination of arguments (" + objType + " and " + type(val).toLowerCase() + ") is invalid for this assertion. You can use an array, a map, an object, a set, a string, or a weakset instead of a " + type(val).toLowerCase(),
          void 0,
          ssfi
        );
      }
      let props = Object.keys(val);
      let firstErr = null;
      let numErrs = 0;
      props.forEach(function(prop) {
        let propAssertion = new Assertion(obj);
        transferFlags(this, propAssertion, true);
        flag22(propAssertion, "lockSsfi", true);
        if (!negate || props.length === 1) {
          propAssertion.property(prop, val[prop]);
          return;
        }
        try {
          propAssertion.property(prop, val[prop]);
        } catch (err) {
          if (!check_error_exports.compatibleConstructor(err, AssertionError)) {
            throw err;
          }
          if (firstErr === null) firstErr = err;
          numErrs++;
        }
      }, this);
      if (negate && props.length > 1 && numErrs === props.length) {
        throw firstErr;
      }
      return;
    }
  }
  this.assert(
    included,
    "expected #{this} to " + descriptor + "include " + inspect2(val),
    "expected #{this} to not " + descriptor + "include " + inspect2(val)
  );
}
__name(include, "include");
Assertion.addChainableMethod("include", include, includeChainingBehavior);
Assertion.addChainableMethod("contain", include, includeChainingBehavior);
Assertion.addChainableMethod("contains", include, includeChainingBehavior);
Assertion.addChainableMethod("includes", include, includeChainingBehavior);
Assertion.addProperty("ok", function() {
  this.assert(
    flag22(this, "object"),
    "expected #{this} to be truthy",
    "expected #{this} to be falsy"
  );
});
Assertion.addProperty("true", function() {
  this.assert(
    true === flag22(this, "object"),
    "expected #{this} to be true",
    "expected #{this} to be false",
    flag22(this, "negate") ? false : true
  );
});
Assertion.addProperty("numeric", function() {
  const object = flag22(this, "object");
  this.assert(
    ["Number", "BigInt"].includes(type(object)),
    "expected #{this} to be numeric",
    "expected #{this} to not be numeric",
    flag22(this, "negate") ? false : true
  );
});
Assertion.addProperty("callable", function() {
  const val = flag22(this, "object");
  const ssfi = flag22(this, "ssfi");
  const message = flag22(this, "message");
  const msg = message ? `${message}: ` : "";
  const negate = flag22(this, "negate");
  const assertionMessage = negate ? `${msg}expected ${inspect2(val)} not to be a callable function` : `${msg}expected ${inspect2(val)} to be a callable function`;
  const isCallable = [
    "Function",
    "AsyncFunction",
    "GeneratorFunction",
    "AsyncGeneratorFunction"
  ].includes(type(val));
  if (isCallable && negate || !isCallable && !negate) {
    throw new AssertionError(assertionMessage, void 0, ssfi);
  }
});
Assertion.addProperty("false", function() {
  this.assert(
    false === flag22(this, "object"),
    "expected #{this} to be false",
    "expected #{this} to be true",
    flag22(this, "negate") ? true : false
  );
});
Assertion.addProperty("null", function() {
  this.assert(
    null === flag22(this, "object"),
    "expected #{this} to be null",
    "expected #{this} not to be null"
  );
});
Assertion.addProperty("undefined", function() {
  this.assert(
    void 0 === flag22(this, "object"),
    "expected #{this} to be undefined",
    "expected #{this} not to be undefined"
  );
});
Assertion.addProperty("NaN", function() {
  this.assert(
    isNaN2(flag22(this, "object")),
    "expected #{this} to be NaN",
    "expected #{this} not to be NaN"
  );
});
function assertExist() {
  let val = flag22(this, "object");
  this.assert(
    val !== null && val !== void 0,
    "expected #{this} to exist",
    "expected #{this} to not exist"
  );
}
__name(assertExist, "assertExist");
Assertion.addProperty("exist", assertExist);
Assertion.addProperty("exists", assertExist);
Assertion.addProperty("empty", function() {
  let val = flag22(this, "object"), ssfi = flag22(this, "ssfi"), flagMsg = flag22(this, "message"), itemsCount;
  flagMsg = flagMsg ? flagMsg + ": " : "";
  switch (type(val).toLowerCase()) {
    case "array":
    case "string":
      itemsCount = val.length;
      break;
    case "map":
    case "set":
      itemsCount = val.size;
      break;
    case "weakmap":
    case "weakset":
      throw new AssertionError(
        flagMsg + ".empty was passed a weak collection",
        void 0,
        ssfi
      );
    case "function": {
      const msg = flagMsg + ".empty was passed a function " + getName(val);
      throw new AssertionError(msg.trim(), void 0, ssfi);
    }
    default:
      if (val !== Object(val)) {
        throw new AssertionError(
          flagMsg + ".empty was passed non-string primitive " + inspect2(val),
          void 0,
          ssfi
        );
      }
      itemsCount = Object.keys(val).length;
  }
  this.assert(
    0 === itemsCount,
    "expected #{this} to be empty",
    "expected #{this} not to be empty"
  );
});
function checkArguments() {
  let obj = flag22(this, "object"), type3 = type(obj);
  this.assert(
    "Arguments" === type3,
    "expected #{this} to be arguments but got " + type3,
    "expected #{this} to not be arguments"
  );
}
__name(checkArguments, "checkArguments");
Assertion.addProperty("arguments", checkArguments);
Assertion.addProperty("Arguments", checkArguments);
function assertEqual(val, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object");
  if (flag22(this, "deep")) {
    let prevLockSsfi = flag22(this, "lockSsfi");
    flag22(this, "lockSsfi", true);
    this.eql(val);
    flag22(this, "lockSsfi", prevLockSsfi);
  } else {
    this.assert(
      val === obj,
      "expected #{this} to equal #{exp}",
      "expected #{this} to not equal #{exp}",
      val,
      this._obj,
      true
    );
  }
}
__name(assertEqual, "assertEqual");
Assertion.addMethod("equal", assertEqual);
Assertion.addMethod("equals", assertEqual);
Assertion.addMethod("eq", assertEqual);
function assertEql(obj, msg) {
  if (msg) flag22(this, "message", msg);
  let eql = flag22(this, "eql");
  this.assert(
    eql(obj, flag22(this, "object")),
    "expected #{this} to deeply equal #{exp}",
    "expected #{this} to not deeply equal #{exp}",
    obj,
    this._obj,
    true
  );
}
__name(assertEql, "assertEql");
Assertion.addMethod("eql", assertEql);
Assertion.addMethod("eqls", assertEql);
function assertAbove(n, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), doLength = flag22(this, "doLength"), flagMsg = flag22(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag22(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase();
  if (doLength && objType !== "map" && objType !== "set") {
    new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
  }
  if (!doLength && objType === "date" && nType !== "date") {
    throw new AssertionError(
      msgPrefix + "the argument to above must be a date",
      void 0,
      ssfi
    );
  } else if (!isNumeric(n) && (doLength || isNumeric(obj))) {
    throw new AssertionError(
      msgPrefix + "the argument to above must be a number",
      void 0,
      ssfi
    );
  } else if (!doLength && objType !== "date" && !isNumeric(obj)) {
    let printObj = objType === "string" ? "'" + obj + "'" : obj;
    throw new AssertionError(
      msgPrefix + "expected " + printObj + " to be a number or a date",
      void 0,
      ssfi
    );
  }
  if (doLength) {
    let descriptor = "length", itemsCount;
    if (objType === "map" || objType === "set") {
      descriptor = "size";
      itemsCount = obj.size;
    } else {
      itemsCount = obj.length;
    }
    this.assert(
      itemsCount > n,
      "expected #{this} to have a " + descriptor + " above #{exp} but got #{act}",
      "expected #{this} to not have a " + descriptor + " above #{exp}",
      n,
      itemsCount
    );
  } else {
    this.assert(
      obj > n,
      "expected #{this} to be above #{exp}",
      "expected #{this} to be at most #{exp}",
      n
    );
  }
}
__name(assertAbove, "assertAbove");
Assertion.addMethod("above", assertAbove);
Assertion.addMethod("gt", assertAbove);
Assertion.addMethod("greaterThan", assertAbove);
function assertLeast(n, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), doLength = flag22(this, "doLength"), flagMsg = flag22(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag22(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase(), errorMessage, shouldThrow = true;
  if (doLength && objType !== "map" && objType !== "set") {
    new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
  }
  if (!doLength && objType === "date" && nType !== "date") {
    errorMessage = msgPrefix + "the argument to least must be a date";
  } else if (!isNumeric(n) && (doLength || isNumeric(obj))) {
    errorMessage = msgPrefix + "the argument to least must be a number";
  } else if (!doLength && objType !== "date" && !isNumeric(obj)) {
    let printObj = objType === "string" ? "'" + obj + "'" : obj;
    errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
  } else {
    shouldThrow = false;
  }
  if (shouldThrow) {
    throw new AssertionError(errorMessage, void 0, ssfi);
  }
  if (doLength) {
    let descriptor = "length", itemsCount;
    if (objType === "map" || objType === "set") {
      descriptor = "size";
      itemsCount = obj.size;
    } else {
      itemsCount = obj.length;
    }
    this.assert(
      itemsCount >= n,
      "expected #{this} to have a " + descriptor + " at least #{exp} but got #{act}",
      "expected #{this} to have a " + descriptor + " below #{exp}",
      n,
      itemsCount
    );
  } else {
    this.assert(
      obj >= n,
      "expected #{this} to be at least #{exp}",
      "expected #{this} to be below #{exp}",
      n
    );
  }
}
__name(assertLeast, "assertLeast");
Assertion.addMethod("least", assertLeast);
Assertion.addMethod("gte", assertLeast);
Assertion.addMethod("greaterThanOrEqual", assertLeast);
function assertBelow(n, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), doLength = flag22(this, "doLength"), flagMsg = flag22(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag22(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase(), errorMessage, shouldThrow = true;
  if (doLength && objType !== "map" && objType !== "set") {
    new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
  }
  if (!doLength && objType === "date" && nType !== "date") {
    errorMessage = msgPrefix + "the argument to below must be a date";
  } else if (!isNumeric(n) && (doLength || isNumeric(obj))) {
    errorMessage = msgPrefix + "the argument to below must be a number";
  } else if (!doLength && objType !== "date" && !isNumeric(obj)) {
    let printObj = objType === "string" ? "'" + obj + "'" : obj;
    errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
  } else {
    shouldThrow = false;
  }
  if (shouldThrow) {
    throw new AssertionError(errorMessage, void 0, ssfi);
  }
  if (doLength) {
    let descriptor = "length", itemsCount;
    if (objType === "map" || objType === "set") {
      descriptor = "size";
      itemsCount = obj.size;
    } else {
      itemsCount = obj.length;
    }
    this.assert(
      itemsCount < n,
      "expected #{this} to have a " + descriptor + " below #{exp} but got #{act}",
      "expected #{this} to not have a " + descriptor + " below #{exp}",
      n,
      itemsCount
    );
  } else {
    this.assert(
      obj < n,
      "expected #{this} to be below #{exp}",
      "expected #{this} to be at least #{exp}",
      n
    );
  }
}
__name(assertBelow, "assertBelow");
Assertion.addMethod("below", assertBelow);
Assertion.addMethod("lt", assertBelow);
Assertion.addMethod("lessThan", assertBelow);
function assertMost(n, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), doLength = flag22(this, "doLength"), flagMsg = flag22(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag22(this, "ssfi"), objType = type(obj).toLowerCase(), nType = type(n).toLowerCase(), errorMessage, shouldThrow = true;
  if (doLength && objType !== "map" && objType !== "set") {
    new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
  }
  if (!doLength && objType === "date" && nType !== "date") {
    errorMessage = msgPrefix + "the argument to most must be a date";
  } else if (!isNumeric(n) && (doLength || isNumeric(obj))) {
    errorMessage = msgPrefix + "the argument to most must be a number";
  } else if (!doLength && objType !== "date" && !isNumeric(obj)) {
    let printObj = objType === "string" ? "'" + obj + "'" : obj;
    errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
  } else {
    shouldThrow = false;
  }
  if (shouldThrow) {
    throw new AssertionError(errorMessage, void 0, ssfi);
  }
  if (doLength) {
    let descriptor = "length", itemsCount;
    if (objType === "map" || objType === "set") {
      descriptor = "size";
      itemsCount = obj.size;
    } else {
      itemsCount = obj.length;
    }
    this.assert(
      itemsCount <= n,
      "expected #{this} to have a " + descriptor + " at most #{exp} but got #{act}",
      "expected #{this} to have a " + descriptor + " above #{exp}",
      n,
      itemsCount
    );
  } else {
    this.assert(
      obj <= n,
      "expected #{this} to be at most #{exp}",
      "expected #{this} to be above #{exp}",
      n
    );
  }
}
__name(assertMost, "assertMost");
Assertion.addMethod("most", assertMost);
Assertion.addMethod("lte", assertMost);
Assertion.addMethod("lessThanOrEqual", assertMost);
Assertion.addMethod("within", function(start, finish, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), doLength = flag22(this, "doLength"), flagMsg = flag22(this, "message"), msgPrefix = flagMsg ? flagMsg + ": " : "", ssfi = flag22(this, "ssfi"), objType = type(obj).toLowerCase(), startType = type(start).toLowerCase(), finishType = type(finish).toLowerCase(), errorMessage, shouldThrow = true, range = startType === "date" && finishType === "date" ? start.toISOString() + ".." + finish.toISOString() : start + ".." + finish;
  if (doLength && objType !== "map" && objType !== "set") {
    new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
  }
  if (!doLength && objType === "date" && (startType !== "date" || finishType !== "date")) {
    errorMessage = msgPrefix + "the arguments to within must be dates";
  } else if ((!isNumeric(start) || !isNumeric(finish)) && (doLength || isNumeric(obj))) {
    errorMessage = msgPrefix + "the arguments to within must be numbers";
  } else if (!doLength && objType !== "date" && !isNumeric(obj)) {
    let printObj = objType === "string" ? "'" + obj + "'" : obj;
    errorMessage = msgPrefix + "expected " + printObj + " to be a number or a date";
  } else {
    shouldThrow = false;
  }
  if (shouldThrow) {
    throw new AssertionError(errorMessage, void 0, ssfi);
  }
  if (doLength) {
    let descriptor = "length", itemsCount;
    if (objType === "map" || objType === "set") {
      descriptor = "size";
      itemsCount = obj.size;
    } else {
      itemsCount = obj.length;
    }
    this.assert(
      itemsCount >= start && itemsCount <= finish,
      "expected #{this} to have a " + descriptor + " within " + range,
      "expected #{this} to not have a " + descriptor + " within " + range
    );
  } else {
    this.assert(
      obj >= start && obj <= finish,
      "expected #{this} to be within " + range,
      "expected #{this} to not be within " + range
    );
  }
});
function assertInstanceOf(constructor, msg) {
  if (msg) flag22(this, "message", msg);
  let target = flag22(this, "object");
  let ssfi = flag22(this, "ssfi");
  let flagMsg = flag22(this, "message");
  let isInstanceOf;
  try {
    isInstanceOf = target instanceof constructor;
  } catch (err) {
    if (err instanceof TypeError) {
      flagMsg = flagMsg ? flagMsg + ": " : "";
      throw new AssertionError(
        flagMsg + "The instanceof assertion needs a constructor but " + type(constructor) + " was given.",
        void 0,
        ssfi
      );
    }
    throw err;
  }
  let name = getName(constructor);
  if (name == null) {
    name = "an unnamed constructor";
  }
  this.assert(
    isInstanceOf,
    "expected #{this} to be an instance of " + name,
    "expected #{this} to not be an instance of " + name
  );
}
__name(assertInstanceOf, "assertInstanceOf");
Assertion.addMethod("instanceof", assertInstanceOf);
Assertion.addMethod("instanceOf", assertInstanceOf);
function assertProperty(name, val, msg) {
  if (msg) flag22(this, "message", msg);
  let isNested = flag22(this, "nested"), isOwn = flag22(this, "own"), flagMsg = flag22(this, "message"), obj = flag22(this, "object"), ssfi = flag22(this, "ssfi"), nameType = typeof name;
  flagMsg = flagMsg ? flagMsg + ": " : "";
  if (isNested) {
    if (nameType !== "string") {
      throw new AssertionError(
        flagMsg + "the argument to property must be a string when using nested syntax",
        void 0,
        ssfi
      );
    }
  } else {
    if (nameType !== "string" && nameType !== "number" && nameType !== "symbol") {
      throw new AssertionError(
        flagMsg + "the argument to property must be a string, number, or symbol",
        void 0,
        ssfi
      );
    }
  }
  if (isNested && isOwn) {
    throw new AssertionError(
      flagMsg + 'The "nested" and "own" flags cannot be combined.',
      void 0,
      ssfi
    );
  }
  if (obj === null || obj === void 0) {
    throw new AssertionError(
      flagMsg + "Target cannot be null or undefined.",
      void 0,
      ssfi
    );
  }
  let isDeep = flag22(this, "deep"), negate = flag22(this, "negate"), pathInfo = isNested ? getPathInfo(obj, name) : null, value = isNested ? pathInfo.value : obj[name], isEql = isDeep ? flag22(this, "eql") : (val1, val2) => val1 === val2;
  let descriptor = "";
  if (isDeep) descriptor += "deep ";
  if (isOwn) descriptor += "own ";
  if (isNested) descriptor += "nested ";
  descriptor += "property ";
  let hasProperty2;
  if (isOwn) hasProperty2 = Object.prototype.hasOwnProperty.call(obj, name);
  else if (isNested) hasProperty2 = pathInfo.exists;
  else hasProperty2 = hasProperty(obj, name);
  if (!negate || arguments.length === 1) {
    this.assert(
      hasProperty2,
      "expected #{this} to have " + descriptor + inspect2(name),
      "expected #{this} to not have " + descriptor + inspect2(name)
    );
  }
  if (arguments.length > 1) {
    this.assert(
      hasProperty2 && isEql(val, value),
      "expected #{this} to have " + descriptor + inspect2(name) + " of #{exp}, but got #{act}",
      "expected #{this} to not have " + descriptor + inspect2(name) + " of #{act}",
      val,
      value
    );
  }
  flag22(this, "object", value);
}
__name(assertProperty, "assertProperty");
Assertion.addMethod("property", assertProperty);
function assertOwnProperty(_name, _value, _msg) {
  flag22(this, "own", true);
  assertProperty.apply(this, arguments);
}
__name(assertOwnProperty, "assertOwnProperty");
Assertion.addMethod("ownProperty", assertOwnProperty);
Assertion.addMethod("haveOwnProperty", assertOwnProperty);
function assertOwnPropertyDescriptor(name, descriptor, msg) {
  if (typeof descriptor === "string") {
    msg = descriptor;
    descriptor = null;
  }
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object");
  let actualDescriptor = Object.getOwnPropertyDescriptor(Object(obj), name);
  let eql = flag22(this, "eql");
  if (actualDescriptor && descriptor) {
    this.assert(
      eql(descriptor, actualDescriptor),
      "expected the own property descriptor for " + inspect2(name) + " on #{this} to match " + inspect2(descriptor) + ", got " + inspect2(actualDescriptor),
      "expected the own property descriptor for " + inspect2(name) + " on #{this} to not match " + inspect2(descriptor),
      descriptor,
      actualDescriptor,
      true
    );
  } else {
    this.assert(
      actualDescriptor,
      "expected #{this} to have an own property descriptor for " + inspect2(name),
      "expected #{this} to not have an own property descriptor for " + inspect2(name)
    );
  }
  flag22(this, "object", actualDescriptor);
}
__name(assertOwnPropertyDescriptor, "assertOwnPropertyDescriptor");
Assertion.addMethod("ownPropertyDescriptor", assertOwnPropertyDescriptor);
Assertion.addMethod("haveOwnPropertyDescriptor", assertOwnPropertyDescriptor);
function assertLengthChain() {
  flag22(this, "doLength", true);
}
__name(assertLengthChain, "assertLengthChain");
function assertLength(n, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), objType = type(obj).toLowerCase(), flagMsg = flag22(this, "message"), ssfi = flag22(this, "ssfi"), descriptor = "length", itemsCount;
  switch (objType) {
    case "map":
    case "set":
      descriptor = "size";
      itemsCount = obj.size;
      break;
    default:
      new Assertion(obj, flagMsg, ssfi, true).to.have.property("length");
      itemsCount = obj.length;
  }
  this.assert(
    itemsCount == n,
    "expected #{this} to have a " + descriptor + " of #{exp} but got #{act}",
    "expected #{this} to not have a " + descriptor + " of #{act}",
    n,
    itemsCount
  );
}
__name(assertLength, "assertLength");
Assertion.addChainableMethod("length", assertLength, assertLengthChain);
Assertion.addChainableMethod("lengthOf", assertLength, assertLengthChain);
function assertMatch(re, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object");
  this.assert(
    re.exec(obj),
    "expected #{this} to match " + re,
    "expected #{this} not to match " + re
  );
}
__name(assertMatch, "assertMatch");
Assertion.addMethod("match", assertMatch);
Assertion.addMethod("matches", assertMatch);
Assertion.addMethod("string", function(str, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), flagMsg = flag22(this, "message"), ssfi = flag22(this, "ssfi");
  new Assertion(obj, flagMsg, ssfi, true).is.a("string");
  this.assert(
    ~obj.indexOf(str),
    "expected #{this} to contain " + inspect2(str),
    "expected #{this} to not contain " + inspect2(str)
  );
});
function assertKeys(keys2) {
  let obj = flag22(this, "object"), objType = type(obj), keysType = type(keys2), ssfi = flag22(this, "ssfi"), isDeep = flag22(this, "deep"), str, deepStr = "", actual, ok = true, flagMsg = flag22(this, "message");
  flagMsg = flagMsg ? flagMsg + ": " : "";
  let mixedArgsMsg = flagMsg + "when testing keys against an object or an array you must give a single Array|Object|String argument or multiple String arguments";
  if (objType === "Map" || objType === "Set") {
    deepStr = isDeep ? "deeply " : "";
    actual = [];
    obj.forEach(function(val, key) {
      actual.push(key);
    });
    if (keysType !== "Array") {
      keys2 = Array.prototype.slice.call(arguments);
    }
  } else {
    actual = getOwnEnumerableProperties(obj);
    switch (keysType) {
      case "Array":
        if (arguments.length > 1) {
          throw new AssertionError(mixedArgsMsg, void 0, ssfi);
        }
        break;
      case "Object":
        if (arguments.length > 1) {
          throw new AssertionError(mixedArgsMsg, void 0, ssfi);
        }
        keys2 = Object.keys(keys2);
        break;
      default:
        keys2 = Array.prototype.slice.call(arguments);
    }
    keys2 = keys2.map(function(val) {
      return typeof val === "symbol" ? val : String(val);
    });
  }
  if (!keys2.length) {
    throw new AssertionError(flagMsg + "keys required", void 0, ssfi);
  }
  let len = keys2.length, any = flag22(this, "any"), all2 = flag22(this, "all"), expected = keys2, isEql = isDeep ? flag22(this, "eql") : (val1, val2) => val1 === val2;
  if (!any && !all2) {
    all2 = true;
  }
  const uniqueExpected = [...new Set(expected)];
  if (any) {
    ok = uniqueExpected.some(function(expectedKey) {
      return actual.some(function(actualKey) {
        return isEql(expectedKey, actualKey);
      });
    });
  }
  if (all2) {
    ok = uniqueExpected.every(function(expectedKey) {
      return actual.some(function(actualKey) {
        return isEql(expectedKey, actualKey);
      });
    });
    if (!flag22(this, "contains")) {
      ok = ok && uniqueExpected.length == actual.length;
    }
  }
  if (len > 1) {
    keys2 = keys2.map(function(key) {
      return inspect2(key);
    });
    let last = keys2.pop();
    if (all2) {
      str = keys2.join(", ") + ", and " + last;
    }
    if (any) {
      str = keys2.join(", ") + ", or " + last;
    }
  } else {
    str = inspect2(keys2[0]);
  }
  str = (len > 1 ? "keys " : "key ") + str;
  str = (flag22(this, "contains") ? "contain " : "have ") + str;
  this.assert(
    ok,
    "expected #{this} to " + deepStr + str,
    "expected #{this} to not " + deepStr + str,
    expected.slice(0).sort(compareByInspect),
    actual.sort(compareByInspect),
    true
  );
}
__name(assertKeys, "assertKeys");
Assertion.addMethod("keys", assertKeys);
Assertion.addMethod("key", assertKeys);
function assertThrows(errorLike, errMsgMatcher, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), ssfi = flag22(this, "ssfi"), flagMsg = flag22(this, "message"), negate = flag22(this, "negate") || false;
  new Assertion(obj, flagMsg, ssfi, true).is.a("function");
  if (isRegExp2(errorLike) || typeof errorLike === "string") {
    errMsgMatcher = errorLike;
    errorLike = null;
  }
  let caughtErr;
  let errorWasThrown = false;
  try {
    obj();
  } catch (err) {
    errorWasThrown = true;
    caughtErr = err;
  }
  let everyArgIsUndefined = errorLike === void 0 && errMsgMatcher === void 0;
  let everyArgIsDefined = Boolean(errorLike && errMsgMatcher);
  let errorLikeFail = false;
  let errMsgMatcherFail = false;
  if (everyArgIsUndefined || !everyArgIsUndefined && !negate) {
    let errorLikeString = "an error";
    if (errorLike instanceof Error) {
      errorLikeString = "#{exp}";
    } else if (errorLike) {
      errorLikeString = check_error_exports.getConstructorName(errorLike);
    }
    let actual = caughtErr;
    if (caughtErr instanceof Error) {
      actual = caughtErr.toString();
    } else if (typeof caughtErr === "string") {
      actual = caughtErr;
    } else if (caughtErr && (typeof caughtErr === "object" || typeof caughtErr === "function")) {
      try {
        actual = check_error_exports.getConstructorName(caughtErr);
      } catch (_err) {
      }
    }
    this.assert(
      errorWasThrown,
      "expected #{this} to throw " + errorLikeString,
      "expected #{this} to not throw an error but #{act} was thrown",
      errorLike && errorLike.toString(),
      actual
    );
  }
  if (errorLike && caughtErr) {
    if (errorLike instanceof Error) {
      let isCompatibleInstance = check_error_exports.compatibleInstance(
        caughtErr,
        errorLike
      );
      if (isCompatibleInstance === negate) {
        if (everyArgIsDefined && negate) {
          errorLikeFail = true;
        } else {
          this.assert(
            negate,
            "expected #{this} to throw #{exp} but #{act} was thrown",
            "expected #{this} to not throw #{exp}" + (caughtErr && !negate ? " but #{act} was thrown" : ""),
            errorLike.toString(),
            caughtErr.toString()
          );
        }
      }
    }
    let isCompatibleConstructor = check_error_exports.compatibleConstructor(
      caughtErr,
      errorLike
    );
    if (isCompatibleConstructor === negate) {
      if (everyArgIsDefined && negate) {
        errorLikeFail = true;
      } else {
        this.assert(
          negate,
          "expected #{this} to throw #{exp} but #{act} was thrown",
          "expected #{this} to not throw #{exp}" + (caughtErr ? " but #{act} was thrown" : ""),
          errorLike instanceof Error ? errorLike.toString() : errorLike && check_error_exports.getConstructorName(errorLike),
          caughtErr instanceof Error ? caughtErr.toString() : caughtErr && check_error_exports.getConstructorName(caughtErr)
        );
      }
    }
  }
  if (caughtErr && errMsgMatcher !== void 0 && errMsgMatcher !== null) {
    let placeholder = "including";
    if (isRegExp2(errMsgMatcher)) {
      placeholder = "matching";
    }
    let isCompatibleMessage = check_error_exports.compatibleMessage(
      caughtErr,
      errMsgMatcher
    );
    if (isCompatibleMessage === negate) {
      if (everyArgIsDefined && negate) {
        errMsgMatcherFail = true;
      } else {
        this.assert(
          negate,
          "expected #{this} to throw error " + placeholder + " #{exp} but got #{act}",
          "expected #{this} to throw error not " + placeholder + " #{exp}",
          errMsgMatcher,
          check_error_exports.getMessage(caughtErr)
        );
      }
    }
  }
  if (errorLikeFail && errMsgMatcherFail) {
    this.assert(
      negate,
      "expected #{this} to throw #{exp} but #{act} was thrown",
      "expected #{this} to not throw #{exp}" + (caughtErr ? " but #{act} was thrown" : ""),
      errorLike instanceof Error ? errorLike.toString() : errorLike && check_error_exports.getConstructorName(errorLike),
      caughtErr instanceof Error ? caughtErr.toString() : caughtErr && check_error_exports.getConstructorName(caughtErr)
    );
  }
  flag22(this, "object", caughtErr);
}
__name(assertThrows, "assertThrows");
Assertion.addMethod("throw", assertThrows);
Assertion.addMethod("throws", assertThrows);
Assertion.addMethod("Throw", assertThrows);
function respondTo(method, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), itself = flag22(this, "itself"), context = "function" === typeof obj && !itself ? obj.prototype[method] : obj[method];
  this.assert(
    "function" === typeof context,
    "expected #{this} to respond to " + inspect2(method),
    "expected #{this} to not respond to " + inspect2(method)
  );
}
__name(respondTo, "respondTo");
Assertion.addMethod("respondTo", respondTo);
Assertion.addMethod("respondsTo", respondTo);
Assertion.addProperty("itself", function() {
  flag22(this, "itself", true);
});
function satisfy(matcher, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object");
  let result2 = matcher(obj);
  this.assert(
    result2,
    "expected #{this} to satisfy " + objDisplay(matcher),
    "expected #{this} to not satisfy" + objDisplay(matcher),
    flag22(this, "negate") ? false : true,
    result2
  );
}
__name(satisfy, "satisfy");
Assertion.addMethod("satisfy", satisfy);
Assertion.addMethod("satisfies", satisfy);
function closeTo(expected, delta, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), flagMsg = flag22(this, "message"), ssfi = flag22(this, "ssfi");
  new Assertion(obj, flagMsg, ssfi, true).is.numeric;
  let message = "A `delta` value is required for `closeTo`";
  if (delta == void 0) {
    throw new AssertionError(
      flagMsg ? `${flagMsg}: ${message}` : message,
      void 0,
      ssfi
    );
  }
  new Assertion(delta, flagMsg, ssfi, true).is.numeric;
  message = "A `expected` value is required for `closeTo`";
  if (expected == void 0) {
    throw new AssertionError(
      flagMsg ? `${flagMsg}: ${message}` : message,
      void 0,
      ssfi
    );
  }
  new Assertion(expected, flagMsg, ssfi, true).is.numeric;
  const abs = /* @__PURE__ */ __name((x) => x < 0 ? -x : x, "abs");
  const strip = /* @__PURE__ */ __name((number) => parseFloat(parseFloat(number).toPrecision(12)), "strip");
  this.assert(
    strip(abs(obj - expected)) <= delta,
    "expected #{this} to be close to " + expected + " +/- " + delta,
    "expected #{this} not to be close to " + expected + " +/- " + delta
  );
}
__name(closeTo, "closeTo");
Assertion.addMethod("closeTo", closeTo);
Assertion.addMethod("approximately", closeTo);
function isSubsetOf(_subset, _superset, cmp, contains, ordered) {
  let superset = Array.from(_superset);
  let subset = Array.from(_subset);
  if (!contains) {
    if (subset.length !== superset.length) return false;
    superset = superset.slice();
  }
  return subset.every(function(elem, idx) {
    if (ordered) return cmp ? cmp(elem, superset[idx]) : elem === superset[idx];
    if (!cmp) {
      let matchIdx = superset.indexOf(elem);
      if (matchIdx === -1) return false;
      if (!contains) superset.splice(matchIdx, 1);
      return true;
    }
    return superset.some(function(elem2, matchIdx) {
      if (!cmp(elem, elem2)) return false;
      if (!contains) superset.splice(matchIdx, 1);
      return true;
    });
  });
}
__name(isSubsetOf, "isSubsetOf");
Assertion.addMethod("members", function(subset, msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object"), flagMsg = flag22(this, "message"), ssfi = flag22(this, "ssfi");
  new Assertion(obj, flagMsg, ssfi, true).to.be.iterable;
  new Assertion(subset, flagMsg, ssfi, true).to.be.iterable;
  let contains = flag22(this, "contains");
  let ordered = flag22(this, "ordered");
  let subject, failMsg, failNegateMsg;
  if (contains) {
    subject = ordered ? "an ordered superset" : "a superset";
    failMsg = "expected #{this} to be " + subject + " of #{exp}";
    failNegateMsg = "expected #{this} to not be " + subject + " of #{exp}";
  } else {
    subject = ordered ? "ordered members" : "members";
    failMsg = "expected #{this} to have the same " + subject + " as #{exp}";
    failNegateMsg = "expected #{this} to not have the same " + subject + " as #{exp}";
  }
  let cmp = flag22(this, "deep") ? flag22(this, "eql") : void 0;
  this.assert(
    isSubsetOf(subset, obj, cmp, contains, ordered),
    failMsg,
    failNegateMsg,
    subset,
    obj,
    true
  );
});
Assertion.addProperty("iterable", function(msg) {
  if (msg) flag22(this, "message", msg);
  let obj = flag22(this, "object");
  this.assert(
    obj != void 0 && typeof obj[Symbol.iterator] === "function",
    "expected #{this} to be an iterable",
    "expected #{this} to not be an iterable",
    obj
  );
});
function oneOf2(list2, msg) {
  if (msg) flag22(this, "message", msg);
  let expected = flag22(this, "object"), flagMsg = flag22(this, "message"), ssfi = flag22(this, "ssfi"), contains = flag22(this, "contains"), isDeep = flag22(this, "deep"), eql = flag22(this, "eql");
  new Assertion(list2, flagMsg, ssfi, true).to.be.an("array");
  if (contains) {
    this.assert(
      list2.some(function(possibility) {
        return expected.indexOf(possibility) > -1 || isDeep && Array.isArray(expected) && expected.some(function(item) {
          return eql(item, possibility);
        });
      }),
      "expected #{this} to " + (isDeep ? "deeply " : "") + "contain one of #{exp}",
      "expected #{this} to not " + (isDeep ? "deeply " : "") + "contain one of #{exp}",
      list2,
      expected
    );
  } else {
    if (isDeep) {
      this.assert(
        list2.some(function(possibility) {
          return eql(expected, possibility);
        }),
        "expected #{this} to deeply equal one of #{exp}",
        "expected #{this} to not deeply equal one of #{exp}",
        list2,
        expected
      );
    } else {
      this.assert(
        list2.indexOf(expected) > -1,
        "expected #{this} to be one of #{exp}",
        "expected #{this} to not be one of #{exp}",
        list2,
        expected
      );
    }
  }
}
__name(oneOf2, "oneOf");
Assertion.addMethod("oneOf", oneOf2);
function assertChanges(subject, prop, msg) {
  if (msg) flag22(this, "message", msg);
  const fn = (
    /** @type {() => void} */
    flag22(this, "object")
  );
  const flagMsg = flag22(this, "message");
  const ssfi = flag22(this, "ssfi");
  new Assertion(fn, flagMsg, ssfi, true).is.a("function");
  let initial;
  if (prop === null || prop === void 0) {
    new Assertion(subject, flagMsg, ssfi, true).is.a("function");
    initial = /** @type {() => unknown} */
    subject();
  } else {
    new Assertion(subject, flagMsg, ssfi, true).to.have.property(prop);
    initial = /** @type {Record<PropertyKey, unknown>} */
    subject[prop];
  }
  fn();
  let final = prop === void 0 || prop === null ? (
    /** @type {() => unknown} */
    subject()
  ) : (
    /** @type {Record<PropertyKey, unknown>} */
    subject[prop]
  );
  let msgObj = prop === void 0 || prop === null ? initial : "." + prop;
  flag22(this, "deltaMsgObj", msgObj);
  flag22(this, "initialDeltaValue", initial);
  flag22(this, "finalDeltaValue", final);
  flag22(this, "deltaBehavior", "change");
  flag22(this, "realDelta", final !== initial);
  this.assert(
    initial !== final,
    "expected " + msgObj + " to change",
    "expected " + msgObj + " to not change"
  );
}
__name(assertChanges, "assertChanges");
Assertion.addMethod("change", assertChanges);
Assertion.addMethod("changes", assertChanges);
function assertIncreases(subject, prop, msg) {
  if (msg) flag22(this, "message", msg);
  const fn = (
    /** @type {() => void} */
    flag22(this, "object")
  );
  const flagMsg = flag22(this, "message");
  const ssfi = flag22(this, "ssfi");
  new Assertion(fn, flagMsg, ssfi, true).is.a("function");
  let initial;
  if (prop === null || prop === void 0) {
    new Assertion(subject, flagMsg, ssfi, true).is.a("function");
    initial = /** @type {() => number} */
    subject();
  } else {
    new Assertion(subject, flagMsg, ssfi, true).to.have.property(prop);
    initial = /** @type {Record<PropertyKey, number>} */
    subject[prop];
  }
  new Assertion(initial, flagMsg, ssfi, true).is.a("number");
  fn();
  let final = prop === void 0 || prop === null ? (
    /** @type {() => number} */
    subject()
  ) : (
    /** @type {Record<PropertyKey, number>} */
    subject[prop]
  );
  let msgObj = prop === void 0 || prop === null ? initial : "." + prop;
  flag22(this, "deltaMsgObj", msgObj);
  flag22(this, "initialDeltaValue", initial);
  flag22(this, "finalDeltaValue", final);
  flag22(this, "deltaBehavior", "increase");
  flag22(this, "realDelta", final - initial);
  this.assert(
    final - initial > 0,
    "expected " + msgObj + " to increase",
    "expected " + msgObj + " to not increase"
  );
}
__name(assertIncreases, "assertIncreases");
Assertion.addMethod("increase", assertIncreases);
Assertion.addMethod("increases", assertIncreases);
function assertDecreases(subject, prop, msg) {
  if (msg) flag22(this, "message", msg);
  const fn = (
    /** @type {() => void} */
    flag22(this, "object")
  );
  const flagMsg = flag22(this, "message");
  const ssfi = flag22(this, "ssfi");
  new Assertion(fn, flagMsg, ssfi, true).is.a("function");
  let initial;
  if (prop === null || prop === void 0) {
    new Assertion(subject, flagMsg, ssfi, true).is.a("function");
    initial = /** @type {() => number} */
    subject();
  } else {
    new Assertion(subject, flagMsg, ssfi, true).to.have.property(prop);
    initial = /** @type {Record<PropertyKey, number>} */
    subject[prop];
  }
  new Assertion(initial, flagMsg, ssfi, true).is.a("number");
  fn();
  let final = prop === void 0 || prop === null ? (
    /** @type {() => number} */
    subject()
  ) : (
    /** @type {Record<PropertyKey, number>} */
    subject[prop]
  );
  let msgObj = prop === void 0 || prop === null ? initial : "." + prop;
  flag22(this, "deltaMsgObj", msgObj);
  flag22(this, "initialDeltaValue", initial);
  flag22(this, "finalDeltaValue", final);
  flag22(this, "deltaBehavior", "decrease");
  flag22(this, "realDelta", initial - final);
  this.assert(
    final - initial < 0,
    "expected " + msgObj + " to decrease",
    "expected " + msgObj + " to not decrease"
  );
}
__name(assertDecreases, "assertDecreases");
Assertion.addMethod("decrease", assertDecreases);
Assertion.addMethod("decreases", assertDecreases);
function assertDelta(delta, msg) {
  if (msg) flag22(this, "message", msg);
  let msgObj = flag22(this, "deltaMsgObj");
  let initial = flag22(this, "initialDeltaValue");
  let final = flag22(this, "finalDeltaValue");
  let behavior = flag22(this, "deltaBehavior");
  let realDelta = flag22(this, "realDelta");
  let expression;
  if (behavior === "change") {
    expression = Math.abs(final - initial) === Math.abs(delta);
  } else {
    expression = realDelta === Math.abs(delta);
  }
  this.assert(
    expression,
    "expected " + msgObj + " to " + behavior + " by " + delta,
    "expected " + msgObj + " to not " + behavior + " by " + delta
  );
}
__name(assertDelta, "assertDelta");
Assertion.addMethod("by", assertDelta);
Assertion.addProperty("extensible", function() {
  let obj = flag22(this, "object");
  let isExtensible = obj === Object(obj) && Object.isExtensible(obj);
  this.assert(
    isExtensible,
    "expected #{this} to be extensible",
    "expected #{this} to not be extensible"
  );
});
Assertion.addProperty("sealed", function() {
  let obj = flag22(this, "object");
  let isSealed = obj === Object(obj) ? Object.isSealed(obj) : true;
  this.assert(
    isSealed,
    "expected #{this} to be sealed",
    "expected #{this} to not be sealed"
  );
});
Assertion.addProperty("frozen", function() {
  let obj = flag22(this, "object");
  let isFrozen = obj === Object(obj) ? Object.isFrozen(obj) : true;
  this.assert(
    isFrozen,
    "expected #{this} to be frozen",
    "expected #{this} to not be frozen"
  );
});
Assertion.addProperty("finite", function(_msg) {
  let obj = flag22(this, "object");
  this.assert(
    typeof obj === "number" && isFinite(obj),
    "expected #{this} to be a finite number",
    "expected #{this} to not be a finite number"
  );
});
function compareSubset(expected, actual) {
  if (expected === actual) {
    return true;
  }
  if (typeof actual !== typeof expected) {
    return false;
  }
  if (typeof expected !== "object" || expected === null) {
    return expected === actual;
  }
  if (!actual) {
    return false;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) {
      return false;
    }
    return expected.every(function(exp) {
      return actual.some(function(act) {
        return compareSubset(exp, act);
      });
    });
  }
  if (expected instanceof Date) {
    if (actual instanceof Date) {
      return expected.getTime() === actual.getTime();
    } else {
      return false;
    }
  }
  return Object.keys(expected).every(function(key) {
    let expectedValue = expected[key];
    let actualValue = actual[key];
    if (typeof expectedValue === "object" && expectedValue !== null && actualValue !== null) {
      return compareSubset(expectedValue, actualValue);
    }
    if (typeof expectedValue === "function") {
      return expectedValue(actualValue);
    }
    return actualValue === expectedValue;
  });
}
__name(compareSubset, "compareSubset");
Assertion.addMethod("containSubset", function(expected) {
  const actual = flag2(this, "object");
  const showDiff = config.showDiff;
  this.assert(
    compareSubset(expected, actual),
    "expected #{act} to contain subset #{exp}",
    "expected #{act} to not contain subset #{exp}",
    expected,
    actual,
    showDiff
  );
});
function expect(val, message) {
  return new Assertion(val, message);
}
__name(expect, "expect");
expect.fail = function(actual, expected, message, operator) {
  let msg = message;
  if (arguments.length < 2) {
    msg = /** @type {string | undefined} */
    actual;
    actual = void 0;
  }
  throw new AssertionError(
    msg || "expect.fail()",
    {
      actual,
      expected,
      operator
    },
    expect.fail
  );
};
var should_exports = {};
__export(should_exports, {
  Should: () => Should,
  should: () => should
});
function loadShould() {
  function shouldGetter() {
    if (this instanceof String || this instanceof Number || this instanceof Boolean || typeof Symbol === "function" && this instanceof Symbol || typeof BigInt === "function" && this instanceof BigInt) {
      return new Assertion(this.valueOf(), null, shouldGetter);
    }
    return new Assertion(this, null, shouldGetter);
  }
  __name(shouldGetter, "shouldGetter");
  function shouldSetter(value) {
    Object.defineProperty(this, "should", {
      value,
      enumerable: true,
      configurable: true,
      writable: true
    });
  }
  __name(shouldSetter, "shouldSetter");
  Object.defineProperty(Object.prototype, "should", {
    set: shouldSetter,
    get: shouldGetter,
    configurable: true
  });
  let should2 = {};
  should2.fail = function(actual, expected, message, operator) {
    if (arguments.length < 2) {
      message = actual;
      actual = void 0;
    }
    message = message || "should.fail()";
    throw new AssertionError(
      message,
      {
        actual,
        expected,
        operator
      },
      should2.fail
    );
  };
  should2.equal = function(actual, expected, message) {
    new Assertion(actual, message).to.equal(expected);
  };
  should2.Throw = function(fn, errt, errs, msg) {
    new Assertion(fn, msg).to.Throw(errt, errs);
  };
  should2.exist = function(val, msg) {
    new Assertion(val, msg).to.exist;
  };
  should2.not = {};
  should2.not.equal = function(actual, expected, msg) {
    new Assertion(actual, msg).to.not.equal(expected);
  };
  should2.not.Throw = function(fn, errt, errs, msg) {
    new Assertion(fn, msg).to.not.Throw(errt, errs);
  };
  should2.not.exist = function(val, msg) {
    new Assertion(val, msg).to.not.exist;
  };
  should2["throw"] = should2["Throw"];
  should2.not["throw"] = should2.not["Throw"];
  return should2;
}
__name(loadShould, "loadShould");
var should = loadShould;
var Should = loadShould;
function assert(express, errmsg) {
  let test22 = new Assertion(null, null, assert, true);
  test22.assert(express, errmsg, "[ negation message unavailable ]");
}
__name(assert, "assert");
assert.fail = function(actual, expected, message, operator) {
  if (arguments.length < 2) {
    message = actual;
    actual = void 0;
  }
  message = message || "assert.fail()";
  throw new AssertionError(
    message,
    {
      actual,
      expected,
      operator
    },
    assert.fail
  );
};
assert.isOk = function(val, msg) {
  new Assertion(val, msg, assert.isOk, true).is.ok;
};
assert.isNotOk = function(val, msg) {
  new Assertion(val, msg, assert.isNotOk, true).is.not.ok;
};
assert.equal = function(act, exp, msg) {
  let test22 = new Assertion(act, msg, assert.equal, true);
  test22.assert(
    exp == flag2(test22, "object"),
    "expected #{this} to equal #{exp}",
    "expected #{this} to not equal #{act}",
    exp,
    act,
    true
  );
};
assert.notEqual = function(act, exp, msg) {
  let test22 = new Assertion(act, msg, assert.notEqual, true);
  test22.assert(
    exp != flag2(test22, "object"),
    "expected #{this} to not equal #{exp}",
    "expected #{this} to equal #{act}",
    exp,
    act,
    true
  );
};
assert.strictEqual = function(act, exp, msg) {
  new Assertion(act, msg, assert.strictEqual, true).to.equal(exp);
};
assert.notStrictEqual = function(act, exp, msg) {
  new Assertion(act, msg, assert.notStrictEqual, true).to.not.equal(exp);
};
assert.deepEqual = assert.deepStrictEqual = function(act, exp, msg) {
  new Assertion(act, msg, assert.deepEqual, true).to.eql(exp);
};
assert.notDeepEqual = function(act, exp, msg) {
  new Assertion(act, msg, assert.notDeepEqual, true).to.not.eql(exp);
};
assert.isAbove = function(val, abv, msg) {
  new Assertion(val, msg, assert.isAbove, true).to.be.above(abv);
};
assert.isAtLeast = function(val, atlst, msg) {
  new Assertion(val, msg, assert.isAtLeast, true).to.be.least(atlst);
};
assert.isBelow = function(val, blw, msg) {
  new Assertion(val, msg, assert.isBelow, true).to.be.below(blw);
};
assert.isAtMost = function(val, atmst, msg) {
  new Assertion(val, msg, assert.isAtMost, true).to.be.most(atmst);
};
assert.isTrue = function(val, msg) {
  new Assertion(val, msg, assert.isTrue, true).is["true"];
};
assert.isNotTrue = function(val, msg) {
  new Assertion(val, msg, assert.isNotTrue, true).to.not.equal(true);
};
assert.isFalse = function(val, msg) {
  new Assertion(val, msg, assert.isFalse, true).is["false"];
};
assert.isNotFalse = function(val, msg) {
  new Assertion(val, msg, assert.isNotFalse, true).to.not.equal(false);
};
assert.isNull = function(val, msg) {
  new Assertion(val, msg, assert.isNull, true).to.equal(null);
};
assert.isNotNull = function(val, msg) {
  new Assertion(val, msg, assert.isNotNull, true).to.not.equal(null);
};
assert.isNaN = function(val, msg) {
  new Assertion(val, msg, assert.isNaN, true).to.be.NaN;
};
assert.isNotNaN = function(value, message) {
  new Assertion(value, message, assert.isNotNaN, true).not.to.be.NaN;
};
assert.exists = function(val, msg) {
  new Assertion(val, msg, assert.exists, true).to.exist;
};
assert.notExists = function(val, msg) {
  new Assertion(val, msg, assert.notExists, true).to.not.exist;
};
assert.isUndefined = function(val, msg) {
  new Assertion(val, msg, assert.isUndefined, true).to.equal(void 0);
};
assert.isDefined = function(val, msg) {
  new Assertion(val, msg, assert.isDefined, true).to.not.equal(void 0);
};
assert.isCallable = function(value, message) {
  new Assertion(value, message, assert.isCallable, true).is.callable;
};
assert.isNotCallable = function(value, message) {
  new Assertion(value, message, assert.isNotCallable, true).is.not.callable;
};
assert.isObject = function(val, msg) {
  new Assertion(val, msg, assert.isObject, true).to.be.a("object");
};
assert.isNotObject = function(val, msg) {
  new Assertion(val, msg, assert.isNotObject, true).to.not.be.a("object");
};
assert.isArray = function(val, msg) {
  new Assertion(val, msg, assert.isArray, true).to.be.an("array");
};
assert.isNotArray = function(val, msg) {
  new Assertion(val, msg, assert.isNotArray, true).to.not.be.an("array");
};
assert.isString = function(val, msg) {
  new Assertion(val, msg, assert.isString, true).to.be.a("string");
};
assert.isNotString = function(val, msg) {
  new Assertion(val, msg, assert.isNotString, true).to.not.be.a("string");
};
assert.isNumber = function(val, msg) {
  new Assertion(val, msg, assert.isNumber, true).to.be.a("number");
};
assert.isNotNumber = function(val, msg) {
  new Assertion(val, msg, assert.isNotNumber, true).to.not.be.a("number");
};
assert.isNumeric = function(val, msg) {
  new Assertion(val, msg, assert.isNumeric, true).is.numeric;
};
assert.isNotNumeric = function(val, msg) {
  new Assertion(val, msg, assert.isNotNumeric, true).is.not.numeric;
};
assert.isFinite = function(val, msg) {
  new Assertion(val, msg, assert.isFinite, true).to.be.finite;
};
assert.isBoolean = function(val, msg) {
  new Assertion(val, msg, assert.isBoolean, true).to.be.a("boolean");
};
assert.isNotBoolean = function(val, msg) {
  new Assertion(val, msg, assert.isNotBoolean, true).to.not.be.a("boolean");
};
assert.typeOf = function(val, type3, msg) {
  new Assertion(val, msg, assert.typeOf, true).to.be.a(type3);
};
assert.notTypeOf = function(value, type3, message) {
  new Assertion(value, message, assert.notTypeOf, true).to.not.be.a(type3);
};
assert.instanceOf = function(val, type3, msg) {
  new Assertion(val, msg, assert.instanceOf, true).to.be.instanceOf(type3);
};
assert.notInstanceOf = function(val, type3, msg) {
  new Assertion(val, msg, assert.notInstanceOf, true).to.not.be.instanceOf(
    type3
  );
};
assert.include = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.include, true).include(inc);
};
assert.notInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.notInclude, true).not.include(inc);
};
assert.deepInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.deepInclude, true).deep.include(inc);
};
assert.notDeepInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.notDeepInclude, true).not.deep.include(inc);
};
assert.nestedInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.nestedInclude, true).nested.include(inc);
};
assert.notNestedInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.notNestedInclude, true).not.nested.include(
    inc
  );
};
assert.deepNestedInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.deepNestedInclude, true).deep.nested.include(
    inc
  );
};
assert.notDeepNestedInclude = function(exp, inc, msg) {
  new Assertion(
    exp,
    msg,
    assert.notDeepNestedInclude,
    true
  ).not.deep.nested.include(inc);
};
assert.ownInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.ownInclude, true).own.include(inc);
};
assert.notOwnInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.notOwnInclude, true).not.own.include(inc);
};
assert.deepOwnInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.deepOwnInclude, true).deep.own.include(inc);
};
assert.notDeepOwnInclude = function(exp, inc, msg) {
  new Assertion(exp, msg, assert.notDeepOwnInclude, true).not.deep.own.include(
    inc
  );
};
assert.match = function(exp, re, msg) {
  new Assertion(exp, msg, assert.match, true).to.match(re);
};
assert.notMatch = function(exp, re, msg) {
  new Assertion(exp, msg, assert.notMatch, true).to.not.match(re);
};
assert.property = function(obj, prop, msg) {
  new Assertion(obj, msg, assert.property, true).to.have.property(prop);
};
assert.notProperty = function(obj, prop, msg) {
  new Assertion(obj, msg, assert.notProperty, true).to.not.have.property(prop);
};
assert.propertyVal = function(obj, prop, val, msg) {
  new Assertion(obj, msg, assert.propertyVal, true).to.have.property(prop, val);
};
assert.notPropertyVal = function(obj, prop, val, msg) {
  new Assertion(obj, msg, assert.notPropertyVal, true).to.not.have.property(
    prop,
    val
  );
};
assert.deepPropertyVal = function(obj, prop, val, msg) {
  new Assertion(obj, msg, assert.deepPropertyVal, true).to.have.deep.property(
    prop,
    val
  );
};
assert.notDeepPropertyVal = function(obj, prop, val, msg) {
  new Assertion(
    obj,
    msg,
    assert.notDeepPropertyVal,
    true
  ).to.not.have.deep.property(prop, val);
};
assert.ownProperty = function(obj, prop, msg) {
  new Assertion(obj, msg, assert.ownProperty, true).to.have.own.property(prop);
};
assert.notOwnProperty = function(obj, prop, msg) {
  new Assertion(obj, msg, assert.notOwnProperty, true).to.not.have.own.property(
    prop
  );
};
assert.ownPropertyVal = function(obj, prop, value, msg) {
  new Assertion(obj, msg, assert.ownPropertyVal, true).to.have.own.property(
    prop,
    value
  );
};
assert.notOwnPropertyVal = function(obj, prop, value, msg) {
  new Assertion(
    obj,
    msg,
    assert.notOwnPropertyVal,
    true
  ).to.not.have.own.property(prop, value);
};
assert.deepOwnPropertyVal = function(obj, prop, value, msg) {
  new Assertion(
    obj,
    msg,
    assert.deepOwnPropertyVal,
    true
  ).to.have.deep.own.property(prop, value);
};
assert.notDeepOwnPropertyVal = function(obj, prop, value, msg) {
  new Assertion(
    obj,
    msg,
    assert.notDeepOwnPropertyVal,
    true
  ).to.not.have.deep.own.property(prop, value);
};
assert.nestedProperty = function(obj, prop, msg) {
  new Assertion(obj, msg, assert.nestedProperty, true).to.have.nested.property(
    prop
  );
};
assert.notNestedProperty = function(obj, prop, msg) {
  new Assertion(
    obj,
    msg,
    assert.notNestedProperty,
    true
  ).to.not.have.nested.property(prop);
};
assert.nestedPropertyVal = function(obj, prop, val, msg) {
  new Assertion(
    obj,
    msg,
    assert.nestedPropertyVal,
    true
  ).to.have.nested.property(prop, val);
};
assert.notNestedPropertyVal = function(obj, prop, val, msg) {
  new Assertion(
    obj,
    msg,
    assert.notNestedPropertyVal,
    true
  ).to.not.have.nested.property(prop, val);
};
assert.deepNestedPropertyVal = function(obj, prop, val, msg) {
  new Assertion(
    obj,
    msg,
    assert.deepNestedPropertyVal,
    true
  ).to.have.deep.nested.property(prop, val);
};
assert.notDeepNestedPropertyVal = function(obj, prop, val, msg) {
  new Assertion(
    obj,
    msg,
    assert.notDeepNestedPropertyVal,
    true
  ).to.not.have.deep.nested.property(prop, val);
};
assert.lengthOf = function(exp, len, msg) {
  new Assertion(exp, msg, assert.lengthOf, true).to.have.lengthOf(len);
};
assert.hasAnyKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.hasAnyKeys, true).to.have.any.keys(keys2);
};
assert.hasAllKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.hasAllKeys, true).to.have.all.keys(keys2);
};
assert.containsAllKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.containsAllKeys, true).to.contain.all.keys(
    keys2
  );
};
assert.doesNotHaveAnyKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.doesNotHaveAnyKeys, true).to.not.have.any.keys(
    keys2
  );
};
assert.doesNotHaveAllKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.doesNotHaveAllKeys, true).to.not.have.all.keys(
    keys2
  );
};
assert.hasAnyDeepKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.hasAnyDeepKeys, true).to.have.any.deep.keys(
    keys2
  );
};
assert.hasAllDeepKeys = function(obj, keys2, msg) {
  new Assertion(obj, msg, assert.hasAllDeepKeys, true).to.have.all.deep.keys(
    keys2
  );
};
assert.containsAllDeepKeys = function(obj, keys2, msg) {
  new Assertion(
    obj,
    msg,
    assert.containsAllDeepKeys,
    true
  ).to.contain.all.deep.keys(keys2);
};
assert.doesNotHaveAnyDeepKeys = function(obj, keys2, msg) {
  new Assertion(
    obj,
    msg,
    assert.doesNotHaveAnyDeepKeys,
    true
  ).to.not.have.any.deep.keys(keys2);
};
assert.doesNotHaveAllDeepKeys = function(obj, keys2, msg) {
  new Assertion(
    obj,
    msg,
    assert.doesNotHaveAllDeepKeys,
    true
  ).to.not.have.all.deep.keys(keys2);
};
assert.throws = function(fn, errorLike, errMsgMatcher, msg) {
  if ("string" === typeof errorLike || errorLike instanceof RegExp) {
    errMsgMatcher = errorLike;
    errorLike = null;
  }
  let assertErr = new Assertion(fn, msg, assert.throws, true).to.throw(
    errorLike,
    errMsgMatcher
  );
  return flag2(assertErr, "object");
};
assert.doesNotThrow = function(fn, errorLike, errMsgMatcher, message) {
  if ("string" === typeof errorLike || errorLike instanceof RegExp) {
    errMsgMatcher = errorLike;
    errorLike = null;
  }
  new Assertion(fn, message, assert.doesNotThrow, true).to.not.throw(
    errorLike,
    errMsgMatcher
  );
};
assert.operator = function(val, operator, val2, msg) {
  let ok;
  switch (operator) {
    case "==":
      ok = val == val2;
      break;
    case "===":
      ok = val === val2;
      break;
    case ">":
      ok = val > val2;
      break;
    case ">=":
      ok = val >= val2;
      break;
    case "<":
      ok = val < val2;
      break;
    case "<=":
      ok = val <= val2;
      break;
    case "!=":
      ok = val != val2;
      break;
    case "!==":
      ok = val !== val2;
      break;
    default:
      msg = msg ? msg + ": " : msg;
      throw new AssertionError(
        msg + 'Invalid operator "' + operator + '"',
        void 0,
        assert.operator
      );
  }
  let test22 = new Assertion(ok, msg, assert.operator, true);
  test22.assert(
    true === flag2(test22, "object"),
    "expected " + inspect2(val) + " to be " + operator + " " + inspect2(val2),
    "expected " + inspect2(val) + " to not be " + operator + " " + inspect2(val2)
  );
};
assert.closeTo = function(act, exp, delta, msg) {
  new Assertion(act, msg, assert.closeTo, true).to.be.closeTo(exp, delta);
};
assert.approximately = function(act, exp, delta, msg) {
  new Assertion(act, msg, assert.approximately, true).to.be.approximately(
    exp,
    delta
  );
};
assert.sameMembers = function(set1, set2, msg) {
  new Assertion(set1, msg, assert.sameMembers, true).to.have.same.members(set2);
};
assert.notSameMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.notSameMembers,
    true
  ).to.not.have.same.members(set2);
};
assert.sameDeepMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.sameDeepMembers,
    true
  ).to.have.same.deep.members(set2);
};
assert.notSameDeepMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.notSameDeepMembers,
    true
  ).to.not.have.same.deep.members(set2);
};
assert.sameOrderedMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.sameOrderedMembers,
    true
  ).to.have.same.ordered.members(set2);
};
assert.notSameOrderedMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.notSameOrderedMembers,
    true
  ).to.not.have.same.ordered.members(set2);
};
assert.sameDeepOrderedMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.sameDeepOrderedMembers,
    true
  ).to.have.same.deep.ordered.members(set2);
};
assert.notSameDeepOrderedMembers = function(set1, set2, msg) {
  new Assertion(
    set1,
    msg,
    assert.notSameDeepOrderedMembers,
    true
  ).to.not.have.same.deep.ordered.members(set2);
};
assert.includeMembers = function(superset, subset, msg) {
  new Assertion(superset, msg, assert.includeMembers, true).to.include.members(
    subset
  );
};
assert.notIncludeMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.notIncludeMembers,
    true
  ).to.not.include.members(subset);
};
assert.includeDeepMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.includeDeepMembers,
    true
  ).to.include.deep.members(subset);
};
assert.notIncludeDeepMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.notIncludeDeepMembers,
    true
  ).to.not.include.deep.members(subset);
};
assert.includeOrderedMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.includeOrderedMembers,
    true
  ).to.include.ordered.members(subset);
};
assert.notIncludeOrderedMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.notIncludeOrderedMembers,
    true
  ).to.not.include.ordered.members(subset);
};
assert.includeDeepOrderedMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.includeDeepOrderedMembers,
    true
  ).to.include.deep.ordered.members(subset);
};
assert.notIncludeDeepOrderedMembers = function(superset, subset, msg) {
  new Assertion(
    superset,
    msg,
    assert.notIncludeDeepOrderedMembers,
    true
  ).to.not.include.deep.ordered.members(subset);
};
assert.oneOf = function(inList, list2, msg) {
  new Assertion(inList, msg, assert.oneOf, true).to.be.oneOf(list2);
};
assert.isIterable = function(obj, msg) {
  if (obj == void 0 || typeof obj[Symbol.iterator] !== "function") {
    msg = msg ? `${msg} expected ${inspect2(obj)} to be an iterable` : `expected ${inspect2(obj)} to be an iterable`;
    throw new AssertionError(msg, void 0, assert.isIterable);
  }
};
assert.changes = function(fn, obj, prop, msg) {
  if (arguments.length === 3 && typeof obj === "function") {
    msg = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.changes, true).to.change(obj, prop);
};
assert.changesBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.changesBy, true).to.change(obj, prop).by(delta);
};
assert.doesNotChange = function(fn, obj, prop, msg) {
  if (arguments.length === 3 && typeof obj === "function") {
    msg = prop;
    prop = null;
  }
  return new Assertion(fn, msg, assert.doesNotChange, true).to.not.change(
    obj,
    prop
  );
};
assert.changesButNotBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.changesButNotBy, true).to.change(obj, prop).but.not.by(delta);
};
assert.increases = function(fn, obj, prop, msg) {
  if (arguments.length === 3 && typeof obj === "function") {
    msg = prop;
    prop = null;
  }
  return new Assertion(fn, msg, assert.increases, true).to.increase(obj, prop);
};
assert.increasesBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.increasesBy, true).to.increase(obj, prop).by(delta);
};
assert.doesNotIncrease = function(fn, obj, prop, msg) {
  if (arguments.length === 3 && typeof obj === "function") {
    msg = prop;
    prop = null;
  }
  return new Assertion(fn, msg, assert.doesNotIncrease, true).to.not.increase(
    obj,
    prop
  );
};
assert.increasesButNotBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.increasesButNotBy, true).to.increase(obj, prop).but.not.by(delta);
};
assert.decreases = function(fn, obj, prop, msg) {
  if (arguments.length === 3 && typeof obj === "function") {
    msg = prop;
    prop = null;
  }
  return new Assertion(fn, msg, assert.decreases, true).to.decrease(obj, prop);
};
assert.decreasesBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.decreasesBy, true).to.decrease(obj, prop).by(delta);
};
assert.doesNotDecrease = function(fn, obj, prop, msg) {
  if (arguments.length === 3 && typeof obj === "function") {
    msg = prop;
    prop = null;
  }
  return new Assertion(fn, msg, assert.doesNotDecrease, true).to.not.decrease(
    obj,
    prop
  );
};
assert.doesNotDecreaseBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  return new Assertion(fn, msg, assert.doesNotDecreaseBy, true).to.not.decrease(obj, prop).by(delta);
};
assert.decreasesButNotBy = function(fn, obj, prop, delta, msg) {
  if (arguments.length === 4 && typeof obj === "function") {
    let tmpMsg = delta;
    delta = prop;
    msg = tmpMsg;
  } else if (arguments.length === 3) {
    delta = prop;
    prop = null;
  }
  new Assertion(fn, msg, assert.decreasesButNotBy, true).to.decrease(obj, prop).but.not.by(delta);
};
assert.ifError = function(val) {
  if (val) {
    throw val;
  }
};
assert.isExtensible = function(obj, msg) {
  new Assertion(obj, msg, assert.isExtensible, true).to.be.extensible;
};
assert.isNotExtensible = function(obj, msg) {
  new Assertion(obj, msg, assert.isNotExtensible, true).to.not.be.extensible;
};
assert.isSealed = function(obj, msg) {
  new Assertion(obj, msg, assert.isSealed, true).to.be.sealed;
};
assert.isNotSealed = function(obj, msg) {
  new Assertion(obj, msg, assert.isNotSealed, true).to.not.be.sealed;
};
assert.isFrozen = function(obj, msg) {
  new Assertion(obj, msg, assert.isFrozen, true).to.be.frozen;
};
assert.isNotFrozen = function(obj, msg) {
  new Assertion(obj, msg, assert.isNotFrozen, true).to.not.be.frozen;
};
assert.isEmpty = function(val, msg) {
  new Assertion(val, msg, assert.isEmpty, true).to.be.empty;
};
assert.isNotEmpty = function(val, msg) {
  new Assertion(val, msg, assert.isNotEmpty, true).to.not.be.empty;
};
assert.containsSubset = function(val, exp, msg) {
  new Assertion(val, msg).to.containSubset(exp);
};
assert.doesNotContainSubset = function(val, exp, msg) {
  new Assertion(val, msg).to.not.containSubset(exp);
};
var aliases = [
  ["isOk", "ok"],
  ["isNotOk", "notOk"],
  ["throws", "throw"],
  ["throws", "Throw"],
  ["isExtensible", "extensible"],
  ["isNotExtensible", "notExtensible"],
  ["isSealed", "sealed"],
  ["isNotSealed", "notSealed"],
  ["isFrozen", "frozen"],
  ["isNotFrozen", "notFrozen"],
  ["isEmpty", "empty"],
  ["isNotEmpty", "notEmpty"],
  ["isCallable", "isFunction"],
  ["isNotCallable", "isNotFunction"],
  ["containsSubset", "containSubset"]
];
for (const [name, as] of aliases) {
  assert[as] = assert[name];
}
var used = [];
function use(fn) {
  const exports = {
    use,
    AssertionError,
    util: utils_exports,
    config,
    expect,
    assert,
    Assertion,
    ...should_exports
  };
  if (!~used.indexOf(fn)) {
    fn(exports, utils_exports);
    used.push(fn);
  }
  return exports;
}
__name(use, "use");

// node_modules/.pnpm/tinyrainbow@3.2.0/node_modules/tinyrainbow/dist/index.js
var d2 = (e2) => String(e2);
d2.open = d2.close = "";
var i = () => d2;
var t = "\x1B[39m";
var o = "\x1B[49m";
var F = (e2, r, a, n, l2) => {
  let m = "", g2 = 0;
  do
    m += e2.substring(g2, n) + a, g2 = n + l2, n = e2.indexOf(r, g2);
  while (~n);
  return m + e2.substring(g2);
};
var u = (e2, r, a = e2, n = e2.length) => {
  let l2 = r.length, m = (g2) => {
    let s2 = g2 + "", x = s2.indexOf(r, n);
    return ~x ? e2 + F(s2, r, a, x, l2) + r : e2 + s2 + r;
  };
  return m.open = e2, m.close = r, m;
};
var B = (e2, r) => u(e2, r, e2, 5);
var c = (e2) => {
  let r = e2.charCodeAt(0) === 35 ? e2.slice(1) : e2, a = parseInt(r, 16) || 0;
  return r.length < 6 ? `${(a >> 8 & 15) * 17};${(a >> 4 & 15) * 17};${(a & 15) * 17}` : `${a >> 16 & 255};${a >> 8 & 255};${a & 255}`;
};
function y2(e2) {
  let r = e2 ? u : i;
  return {
    isColorSupported: e2,
    reset: r("\x1B[0m", "\x1B[0m"),
    bold: r("\x1B[1m", "\x1B[22m", "\x1B[22m\x1B[1m"),
    dim: r("\x1B[2m", "\x1B[22m", "\x1B[22m\x1B[2m"),
    italic: r("\x1B[3m", "\x1B[23m"),
    underline: r("\x1B[4m", "\x1B[24m"),
    inverse: r("\x1B[7m", "\x1B[27m"),
    hidden: r("\x1B[8m", "\x1B[28m"),
    strikethrough: r("\x1B[9m", "\x1B[29m"),
    black: r("\x1B[30m", t),
    red: r("\x1B[31m", t),
    green: r("\x1B[32m", t),
    yellow: r("\x1B[33m", t),
    blue: r("\x1B[34m", t),
    magenta: r("\x1B[35m", t),
    cyan: r("\x1B[36m", t),
    white: r("\x1B[37m", t),
    gray: r("\x1B[90m", t),
    bgBlack: r("\x1B[40m", o),
    bgRed: r("\x1B[41m", o),
    bgGreen: r("\x1B[42m", o),
    bgYellow: r("\x1B[43m", o),
    bgBlue: r("\x1B[44m", o),
    bgMagenta: r("\x1B[45m", o),
    bgCyan: r("\x1B[46m", o),
    bgWhite: r("\x1B[47m", o),
    blackBright: r("\x1B[90m", t),
    redBright: r("\x1B[91m", t),
    greenBright: r("\x1B[92m", t),
    yellowBright: r("\x1B[93m", t),
    blueBright: r("\x1B[94m", t),
    magentaBright: r("\x1B[95m", t),
    cyanBright: r("\x1B[96m", t),
    whiteBright: r("\x1B[97m", t),
    bgBlackBright: r("\x1B[100m", o),
    bgRedBright: r("\x1B[101m", o),
    bgGreenBright: r("\x1B[102m", o),
    bgYellowBright: r("\x1B[103m", o),
    bgBlueBright: r("\x1B[104m", o),
    bgMagentaBright: r("\x1B[105m", o),
    bgCyanBright: r("\x1B[106m", o),
    bgWhiteBright: r("\x1B[107m", o),
    rgb: e2 ? (n, l2, m) => B(`\x1B[38;2;${n};${l2};${m}m`, t) : i,
    bgRgb: e2 ? (n, l2, m) => B(`\x1B[48;2;${n};${l2};${m}m`, o) : i,
    hex: e2 ? (n) => B(`\x1B[38;2;${c(n)}m`, t) : i,
    bgHex: e2 ? (n) => B(`\x1B[48;2;${c(n)}m`, o) : i
  };
}
function C() {
  let e2 = typeof process != "undefined" ? process : void 0, r = (e2 == null ? void 0 : e2.env) || {}, a = r.FORCE_TTY !== "false", n = (e2 == null ? void 0 : e2.argv) || [];
  return !("NO_COLOR" in r || n.includes("--no-color")) && ("FORCE_COLOR" in r || n.includes("--color") || (e2 == null ? void 0 : e2.platform) === "win32" || a && r.TERM !== "dumb" || "CI" in r) || typeof window != "undefined" && !!window.chrome;
}
function h({ force: e2 } = {}) {
  let r = e2 || C();
  return y2(r);
}
var b2 = h();
var $ = b2;

// node_modules/.pnpm/@vitest+pretty-format@4.1.12/node_modules/@vitest/pretty-format/dist/index.js
function _mergeNamespaces(n, m) {
  m.forEach(function(e2) {
    e2 && typeof e2 !== "string" && !Array.isArray(e2) && Object.keys(e2).forEach(function(k) {
      if (k !== "default" && !(k in n)) {
        var d3 = Object.getOwnPropertyDescriptor(e2, k);
        Object.defineProperty(n, k, d3.get ? d3 : {
          enumerable: true,
          get: function() {
            return e2[k];
          }
        });
      }
    });
  });
  return Object.freeze(n);
}
function getKeysOfEnumerableProperties(object, compareKeys) {
  const rawKeys = Object.keys(object);
  const keys2 = compareKeys === null ? rawKeys : rawKeys.sort(compareKeys);
  if (Object.getOwnPropertySymbols) {
    for (const symbol of Object.getOwnPropertySymbols(object)) {
      if (Object.getOwnPropertyDescriptor(object, symbol).enumerable) {
        keys2.push(symbol);
      }
    }
  }
  return keys2;
}
function printIteratorEntries(iterator, config2, indentation, depth, refs, printer2, separator2 = ": ") {
  let result2 = "";
  let width = 0;
  let current = iterator.next();
  if (!current.done) {
    result2 += config2.spacingOuter;
    const indentationNext = indentation + config2.indent;
    while (!current.done) {
      result2 += indentationNext;
      if (width++ === config2.maxWidth) {
        result2 += "\u2026";
        break;
      }
      const name = printer2(current.value[0], config2, indentationNext, depth, refs);
      const value = printer2(current.value[1], config2, indentationNext, depth, refs);
      result2 += name + separator2 + value;
      current = iterator.next();
      if (!current.done) {
        result2 += `,${config2.spacingInner}`;
      } else if (!config2.min) {
        result2 += ",";
      }
    }
    result2 += config2.spacingOuter + indentation;
  }
  return result2;
}
function printIteratorValues(iterator, config2, indentation, depth, refs, printer2) {
  let result2 = "";
  let width = 0;
  let current = iterator.next();
  if (!current.done) {
    result2 += config2.spacingOuter;
    const indentationNext = indentation + config2.indent;
    while (!current.done) {
      result2 += indentationNext;
      if (width++ === config2.maxWidth) {
        result2 += "\u2026";
        break;
      }
      result2 += printer2(current.value, config2, indentationNext, depth, refs);
      current = iterator.next();
      if (!current.done) {
        result2 += `,${config2.spacingInner}`;
      } else if (!config2.min) {
        result2 += ",";
      }
    }
    result2 += config2.spacingOuter + indentation;
  }
  return result2;
}
function printListItems(list2, config2, indentation, depth, refs, printer2) {
  let result2 = "";
  list2 = list2 instanceof ArrayBuffer ? new DataView(list2) : list2;
  const isDataView = (l2) => l2 instanceof DataView;
  const length = isDataView(list2) ? list2.byteLength : list2.length;
  if (length > 0) {
    result2 += config2.spacingOuter;
    const indentationNext = indentation + config2.indent;
    for (let i2 = 0; i2 < length; i2++) {
      result2 += indentationNext;
      if (i2 === config2.maxWidth) {
        result2 += "\u2026";
        break;
      }
      if (isDataView(list2) || i2 in list2) {
        result2 += printer2(isDataView(list2) ? list2.getInt8(i2) : list2[i2], config2, indentationNext, depth, refs);
      }
      if (i2 < length - 1) {
        result2 += `,${config2.spacingInner}`;
      } else if (!config2.min) {
        result2 += ",";
      }
    }
    result2 += config2.spacingOuter + indentation;
  }
  return result2;
}
function printObjectProperties(val, config2, indentation, depth, refs, printer2) {
  let result2 = "";
  const keys2 = getKeysOfEnumerableProperties(val, config2.compareKeys);
  if (keys2.length > 0) {
    result2 += config2.spacingOuter;
    const indentationNext = indentation + config2.indent;
    for (let i2 = 0; i2 < keys2.length; i2++) {
      const key = keys2[i2];
      const name = printer2(key, config2, indentationNext, depth, refs);
      const value = printer2(val[key], config2, indentationNext, depth, refs);
      result2 += `${indentationNext + name}: ${value}`;
      if (i2 < keys2.length - 1) {
        result2 += `,${config2.spacingInner}`;
      } else if (!config2.min) {
        result2 += ",";
      }
    }
    result2 += config2.spacingOuter + indentation;
  }
  return result2;
}
var asymmetricMatcher = typeof Symbol === "function" && Symbol.for ? /* @__PURE__ */ Symbol.for("jest.asymmetricMatcher") : 1267621;
var SPACE$2 = " ";
var serialize$5 = (val, config2, indentation, depth, refs, printer2) => {
  const stringedValue = val.toString();
  if (stringedValue === "ArrayContaining" || stringedValue === "ArrayNotContaining") {
    if (++depth > config2.maxDepth) {
      return `[${stringedValue}]`;
    }
    return `${stringedValue + SPACE$2}[${printListItems(val.sample, config2, indentation, depth, refs, printer2)}]`;
  }
  if (stringedValue === "ObjectContaining" || stringedValue === "ObjectNotContaining") {
    if (++depth > config2.maxDepth) {
      return `[${stringedValue}]`;
    }
    return `${stringedValue + SPACE$2}{${printObjectProperties(val.sample, config2, indentation, depth, refs, printer2)}}`;
  }
  if (stringedValue === "StringMatching" || stringedValue === "StringNotMatching") {
    return stringedValue + SPACE$2 + printer2(val.sample, config2, indentation, depth, refs);
  }
  if (stringedValue === "StringContaining" || stringedValue === "StringNotContaining") {
    return stringedValue + SPACE$2 + printer2(val.sample, config2, indentation, depth, refs);
  }
  if (typeof val.toAsymmetricMatcher !== "function") {
    throw new TypeError(`Asymmetric matcher ${val.constructor.name} does not implement toAsymmetricMatcher()`);
  }
  return val.toAsymmetricMatcher();
};
var test$5 = (val) => val && val.$$typeof === asymmetricMatcher;
var plugin$5 = {
  serialize: serialize$5,
  test: test$5
};
var SPACE$1 = " ";
var OBJECT_NAMES = /* @__PURE__ */ new Set(["DOMStringMap", "NamedNodeMap"]);
var ARRAY_REGEXP = /^(?:HTML\w*Collection|NodeList)$/;
function testName(name) {
  return OBJECT_NAMES.has(name) || ARRAY_REGEXP.test(name);
}
var test$4 = (val) => val && val.constructor && !!val.constructor.name && testName(val.constructor.name);
function isNamedNodeMap(collection) {
  return collection.constructor.name === "NamedNodeMap";
}
var serialize$4 = (collection, config2, indentation, depth, refs, printer2) => {
  const name = collection.constructor.name;
  if (++depth > config2.maxDepth) {
    return `[${name}]`;
  }
  return (config2.min ? "" : name + SPACE$1) + (OBJECT_NAMES.has(name) ? `{${printObjectProperties(isNamedNodeMap(collection) ? [...collection].reduce((props, attribute) => {
    props[attribute.name] = attribute.value;
    return props;
  }, {}) : { ...collection }, config2, indentation, depth, refs, printer2)}}` : `[${printListItems([...collection], config2, indentation, depth, refs, printer2)}]`);
};
var plugin$4 = {
  serialize: serialize$4,
  test: test$4
};
function escapeHTML(str) {
  return str.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
function printProps(keys2, props, config2, indentation, depth, refs, printer2) {
  const indentationNext = indentation + config2.indent;
  const colors = config2.colors;
  return keys2.map((key) => {
    const value = props[key];
    if (typeof value === "string" && value[0] === "_" && value.startsWith("__vitest_") && value.match(/__vitest_\d+__/)) {
      return "";
    }
    let printed = printer2(value, config2, indentationNext, depth, refs);
    if (typeof value !== "string") {
      if (printed.includes("\n")) {
        printed = config2.spacingOuter + indentationNext + printed + config2.spacingOuter + indentation;
      }
      printed = `{${printed}}`;
    }
    return `${config2.spacingInner + indentation + colors.prop.open + key + colors.prop.close}=${colors.value.open}${printed}${colors.value.close}`;
  }).join("");
}
function printChildren(children, config2, indentation, depth, refs, printer2) {
  return children.map((child) => config2.spacingOuter + indentation + (typeof child === "string" ? printText(child, config2) : printer2(child, config2, indentation, depth, refs))).join("");
}
function printShadowRoot(children, config2, indentation, depth, refs, printer2) {
  if (config2.printShadowRoot === false) {
    return "";
  }
  return [`${config2.spacingOuter + indentation}#shadow-root`, printChildren(children, config2, indentation + config2.indent, depth, refs, printer2)].join("");
}
function printText(text2, config2) {
  const contentColor = config2.colors.content;
  return contentColor.open + escapeHTML(text2) + contentColor.close;
}
function printComment(comment, config2) {
  const commentColor = config2.colors.comment;
  return `${commentColor.open}<!--${escapeHTML(comment)}-->${commentColor.close}`;
}
function printElement(type3, printedProps, printedChildren, config2, indentation) {
  const tagColor = config2.colors.tag;
  return `${tagColor.open}<${type3}${printedProps && tagColor.close + printedProps + config2.spacingOuter + indentation + tagColor.open}${printedChildren ? `>${tagColor.close}${printedChildren}${config2.spacingOuter}${indentation}${tagColor.open}</${type3}` : `${printedProps && !config2.min ? "" : " "}/`}>${tagColor.close}`;
}
function printElementAsLeaf(type3, config2) {
  const tagColor = config2.colors.tag;
  return `${tagColor.open}<${type3}${tagColor.close} \u2026${tagColor.open} />${tagColor.close}`;
}
var ELEMENT_NODE = 1;
var TEXT_NODE = 3;
var COMMENT_NODE = 8;
var FRAGMENT_NODE = 11;
var ELEMENT_REGEXP = /^(?:(?:HTML|SVG)\w*)?Element$/;
function testHasAttribute(val) {
  try {
    return typeof val.hasAttribute === "function" && val.hasAttribute("is");
  } catch {
    return false;
  }
}
function testNode(val) {
  const constructorName = val.constructor.name;
  const { nodeType, tagName } = val;
  const isCustomElement = typeof tagName === "string" && tagName.includes("-") || testHasAttribute(val);
  return nodeType === ELEMENT_NODE && (ELEMENT_REGEXP.test(constructorName) || isCustomElement) || nodeType === TEXT_NODE && constructorName === "Text" || nodeType === COMMENT_NODE && constructorName === "Comment" || nodeType === FRAGMENT_NODE && constructorName === "DocumentFragment";
}
var test$3 = (val) => val?.constructor?.name && testNode(val);
function nodeIsText(node) {
  return node.nodeType === TEXT_NODE;
}
function nodeIsComment(node) {
  return node.nodeType === COMMENT_NODE;
}
function nodeIsFragment(node) {
  return node.nodeType === FRAGMENT_NODE;
}
function filterChildren(children, filterNode) {
  let filtered = children.filter((node) => {
    if (node.nodeType === TEXT_NODE) {
      const text2 = node.data || "";
      return text2.trim().length > 0;
    }
    return true;
  });
  if (filterNode) {
    filtered = filtered.filter(filterNode);
  }
  return filtered;
}
function serializeDOM(node, config2, indentation, depth, refs, printer2, filterNode) {
  if (nodeIsText(node)) {
    return printText(node.data, config2);
  }
  if (nodeIsComment(node)) {
    return printComment(node.data, config2);
  }
  const type3 = nodeIsFragment(node) ? "DocumentFragment" : node.tagName.toLowerCase();
  if (++depth > config2.maxDepth) {
    return printElementAsLeaf(type3, config2);
  }
  const children = Array.prototype.slice.call(node.childNodes || node.children);
  const shadowChildren = nodeIsFragment(node) || !node.shadowRoot ? [] : Array.prototype.slice.call(node.shadowRoot.children);
  const resolvedChildren = filterNode ? filterChildren(children, filterNode) : children;
  const resolvedShadowChildren = filterNode ? filterChildren(shadowChildren, filterNode) : shadowChildren;
  return printElement(type3, printProps(nodeIsFragment(node) ? [] : Array.from(node.attributes, (attr) => attr.name).sort(), nodeIsFragment(node) ? {} : [...node.attributes].reduce((props, attribute) => {
    props[attribute.name] = attribute.value;
    return props;
  }, {}), config2, indentation + config2.indent, depth, refs, printer2), (resolvedShadowChildren.length > 0 ? printShadowRoot(resolvedShadowChildren, config2, indentation + config2.indent, depth, refs, printer2) : "") + printChildren(resolvedChildren, config2, indentation + config2.indent, depth, refs, printer2), config2, indentation);
}
var serialize$3 = (node, config2, indentation, depth, refs, printer2) => serializeDOM(node, config2, indentation, depth, refs, printer2);
function createDOMElementFilter(filterNode) {
  return {
    test: test$3,
    serialize: (node, config2, indentation, depth, refs, printer2) => serializeDOM(node, config2, indentation, depth, refs, printer2, filterNode)
  };
}
var plugin$3 = {
  serialize: serialize$3,
  test: test$3
};
var IS_ITERABLE_SENTINEL = "@@__IMMUTABLE_ITERABLE__@@";
var IS_LIST_SENTINEL = "@@__IMMUTABLE_LIST__@@";
var IS_KEYED_SENTINEL = "@@__IMMUTABLE_KEYED__@@";
var IS_MAP_SENTINEL = "@@__IMMUTABLE_MAP__@@";
var IS_ORDERED_SENTINEL = "@@__IMMUTABLE_ORDERED__@@";
var IS_RECORD_SENTINEL = "@@__IMMUTABLE_RECORD__@@";
var IS_SEQ_SENTINEL = "@@__IMMUTABLE_SEQ__@@";
var IS_SET_SENTINEL = "@@__IMMUTABLE_SET__@@";
var IS_STACK_SENTINEL = "@@__IMMUTABLE_STACK__@@";
var getImmutableName = (name) => `Immutable.${name}`;
var printAsLeaf = (name) => `[${name}]`;
var SPACE = " ";
var LAZY = "\u2026";
function printImmutableEntries(val, config2, indentation, depth, refs, printer2, type3) {
  return ++depth > config2.maxDepth ? printAsLeaf(getImmutableName(type3)) : `${getImmutableName(type3) + SPACE}{${printIteratorEntries(val.entries(), config2, indentation, depth, refs, printer2)}}`;
}
function getRecordEntries(val) {
  let i2 = 0;
  return { next() {
    if (i2 < val._keys.length) {
      const key = val._keys[i2++];
      return {
        done: false,
        value: [key, val.get(key)]
      };
    }
    return {
      done: true,
      value: void 0
    };
  } };
}
function printImmutableRecord(val, config2, indentation, depth, refs, printer2) {
  const name = getImmutableName(val._name || "Record");
  return ++depth > config2.maxDepth ? printAsLeaf(name) : `${name + SPACE}{${printIteratorEntries(getRecordEntries(val), config2, indentation, depth, refs, printer2)}}`;
}
function printImmutableSeq(val, config2, indentation, depth, refs, printer2) {
  const name = getImmutableName("Seq");
  if (++depth > config2.maxDepth) {
    return printAsLeaf(name);
  }
  if (val[IS_KEYED_SENTINEL]) {
    return `${name + SPACE}{${val._iter || val._object ? printIteratorEntries(val.entries(), config2, indentation, depth, refs, printer2) : LAZY}}`;
  }
  return `${name + SPACE}[${val._iter || val._array || val._collection || val._iterable ? printIteratorValues(val.values(), config2, indentation, depth, refs, printer2) : LAZY}]`;
}
function printImmutableValues(val, config2, indentation, depth, refs, printer2, type3) {
  return ++depth > config2.maxDepth ? printAsLeaf(getImmutableName(type3)) : `${getImmutableName(type3) + SPACE}[${printIteratorValues(val.values(), config2, indentation, depth, refs, printer2)}]`;
}
var serialize$2 = (val, config2, indentation, depth, refs, printer2) => {
  if (val[IS_MAP_SENTINEL]) {
    return printImmutableEntries(val, config2, indentation, depth, refs, printer2, val[IS_ORDERED_SENTINEL] ? "OrderedMap" : "Map");
  }
  if (val[IS_LIST_SENTINEL]) {
    return printImmutableValues(val, config2, indentation, depth, refs, printer2, "List");
  }
  if (val[IS_SET_SENTINEL]) {
    return printImmutableValues(val, config2, indentation, depth, refs, printer2, val[IS_ORDERED_SENTINEL] ? "OrderedSet" : "Set");
  }
  if (val[IS_STACK_SENTINEL]) {
    return printImmutableValues(val, config2, indentation, depth, refs, printer2, "Stack");
  }
  if (val[IS_SEQ_SENTINEL]) {
    return printImmutableSeq(val, config2, indentation, depth, refs, printer2);
  }
  return printImmutableRecord(val, config2, indentation, depth, refs, printer2);
};
var test$2 = (val) => val && (val[IS_ITERABLE_SENTINEL] === true || val[IS_RECORD_SENTINEL] === true);
var plugin$2 = {
  serialize: serialize$2,
  test: test$2
};
function getDefaultExportFromCjs(x) {
  return x && x.__esModule && Object.prototype.hasOwnProperty.call(x, "default") ? x["default"] : x;
}
var reactIs$1 = { exports: {} };
var reactIs_production = {};
var hasRequiredReactIs_production;
function requireReactIs_production() {
  if (hasRequiredReactIs_production) return reactIs_production;
  hasRequiredReactIs_production = 1;
  var REACT_ELEMENT_TYPE = /* @__PURE__ */ Symbol.for("react.transitional.element"), REACT_PORTAL_TYPE = /* @__PURE__ */ Symbol.for("react.portal"), REACT_FRAGMENT_TYPE = /* @__PURE__ */ Symbol.for("react.fragment"), REACT_STRICT_MODE_TYPE = /* @__PURE__ */ Symbol.for("react.strict_mode"), REACT_PROFILER_TYPE = /* @__PURE__ */ Symbol.for("react.profiler"), REACT_CONSUMER_TYPE = /* @__PURE__ */ Symbol.for("react.consumer"), REACT_CONTEXT_TYPE = /* @__PURE__ */ Symbol.for("react.context"), REACT_FORWARD_REF_TYPE = /* @__PURE__ */ Symbol.for("react.forward_ref"), REACT_SUSPENSE_TYPE = /* @__PURE__ */ Symbol.for("react.suspense"), REACT_SUSPENSE_LIST_TYPE = /* @__PURE__ */ Symbol.for("react.suspense_list"), REACT_MEMO_TYPE = /* @__PURE__ */ Symbol.for("react.memo"), REACT_LAZY_TYPE = /* @__PURE__ */ Symbol.for("react.lazy"), REACT_VIEW_TRANSITION_TYPE = /* @__PURE__ */ Symbol.for("react.view_transition"), REACT_CLIENT_REFERENCE = /* @__PURE__ */ Symbol.for("react.client.reference");
  function typeOf(object) {
    if ("object" === typeof object && null !== object) {
      var $$typeof = object.$$typeof;
      switch ($$typeof) {
        case REACT_ELEMENT_TYPE:
          switch (object = object.type, object) {
            case REACT_FRAGMENT_TYPE:
            case REACT_PROFILER_TYPE:
            case REACT_STRICT_MODE_TYPE:
            case REACT_SUSPENSE_TYPE:
            case REACT_SUSPENSE_LIST_TYPE:
            case REACT_VIEW_TRANSITION_TYPE:
              return object;
            default:
              switch (object = object && object.$$typeof, object) {
                case REACT_CONTEXT_TYPE:
                case REACT_FORWARD_REF_TYPE:
                case REACT_LAZY_TYPE:
                case REACT_MEMO_TYPE:
                  return object;
                case REACT_CONSUMER_TYPE:
                  return object;
                default:
                  return $$typeof;
              }
          }
        case REACT_PORTAL_TYPE:
          return $$typeof;
      }
    }
  }
  reactIs_production.ContextConsumer = REACT_CONSUMER_TYPE;
  reactIs_production.ContextProvider = REACT_CONTEXT_TYPE;
  reactIs_production.Element = REACT_ELEMENT_TYPE;
  reactIs_production.ForwardRef = REACT_FORWARD_REF_TYPE;
  reactIs_production.Fragment = REACT_FRAGMENT_TYPE;
  reactIs_production.Lazy = REACT_LAZY_TYPE;
  reactIs_production.Memo = REACT_MEMO_TYPE;
  reactIs_production.Portal = REACT_PORTAL_TYPE;
  reactIs_production.Profiler = REACT_PROFILER_TYPE;
  reactIs_production.StrictMode = REACT_STRICT_MODE_TYPE;
  reactIs_production.Suspense = REACT_SUSPENSE_TYPE;
  reactIs_production.SuspenseList = REACT_SUSPENSE_LIST_TYPE;
  reactIs_production.isContextConsumer = function(object) {
    return typeOf(object) === REACT_CONSUMER_TYPE;
  };
  reactIs_production.isContextProvider = function(object) {
    return typeOf(object) === REACT_CONTEXT_TYPE;
  };
  reactIs_production.isElement = function(object) {
    return "object" === typeof object && null !== object && object.$$typeof === REACT_ELEMENT_TYPE;
  };
  reactIs_production.isForwardRef = function(object) {
    return typeOf(object) === REACT_FORWARD_REF_TYPE;
  };
  reactIs_production.isFragment = function(object) {
    return typeOf(object) === REACT_FRAGMENT_TYPE;
  };
  reactIs_production.isLazy = function(object) {
    return typeOf(object) === REACT_LAZY_TYPE;
  };
  reactIs_production.isMemo = function(object) {
    return typeOf(object) === REACT_MEMO_TYPE;
  };
  reactIs_production.isPortal = function(object) {
    return typeOf(object) === REACT_PORTAL_TYPE;
  };
  reactIs_production.isProfiler = function(object) {
    return typeOf(object) === REACT_PROFILER_TYPE;
  };
  reactIs_production.isStrictMode = function(object) {
    return typeOf(object) === REACT_STRICT_MODE_TYPE;
  };
  reactIs_production.isSuspense = function(object) {
    return typeOf(object) === REACT_SUSPENSE_TYPE;
  };
  reactIs_production.isSuspenseList = function(object) {
    return typeOf(object) === REACT_SUSPENSE_LIST_TYPE;
  };
  reactIs_production.isValidElementType = function(type3) {
    return "string" === typeof type3 || "function" === typeof type3 || type3 === REACT_FRAGMENT_TYPE || type3 === REACT_PROFILER_TYPE || type3 === REACT_STRICT_MODE_TYPE || type3 === REACT_SUSPENSE_TYPE || type3 === REACT_SUSPENSE_LIST_TYPE || "object" === typeof type3 && null !== type3 && (type3.$$typeof === REACT_LAZY_TYPE || type3.$$typeof === REACT_MEMO_TYPE || type3.$$typeof === REACT_CONTEXT_TYPE || type3.$$typeof === REACT_CONSUMER_TYPE || type3.$$typeof === REACT_FORWARD_REF_TYPE || type3.$$typeof === REACT_CLIENT_REFERENCE || void 0 !== type3.getModuleId) ? true : false;
  };
  reactIs_production.typeOf = typeOf;
  return reactIs_production;
}
var hasRequiredReactIs$1;
function requireReactIs$1() {
  if (hasRequiredReactIs$1) return reactIs$1.exports;
  hasRequiredReactIs$1 = 1;
  {
    reactIs$1.exports = requireReactIs_production();
  }
  return reactIs$1.exports;
}
var reactIsExports$1 = requireReactIs$1();
var index$1 = /* @__PURE__ */ getDefaultExportFromCjs(reactIsExports$1);
var ReactIs19 = /* @__PURE__ */ _mergeNamespaces({
  __proto__: null,
  default: index$1
}, [reactIsExports$1]);
var reactIs = { exports: {} };
var reactIs_production_min = {};
var hasRequiredReactIs_production_min;
function requireReactIs_production_min() {
  if (hasRequiredReactIs_production_min) return reactIs_production_min;
  hasRequiredReactIs_production_min = 1;
  var b3 = /* @__PURE__ */ Symbol.for("react.element"), c2 = /* @__PURE__ */ Symbol.for("react.portal"), d3 = /* @__PURE__ */ Symbol.for("react.fragment"), e2 = /* @__PURE__ */ Symbol.for("react.strict_mode"), f = /* @__PURE__ */ Symbol.for("react.profiler"), g2 = /* @__PURE__ */ Symbol.for("react.provider"), h2 = /* @__PURE__ */ Symbol.for("react.context"), k = /* @__PURE__ */ Symbol.for("react.server_context"), l2 = /* @__PURE__ */ Symbol.for("react.forward_ref"), m = /* @__PURE__ */ Symbol.for("react.suspense"), n = /* @__PURE__ */ Symbol.for("react.suspense_list"), p = /* @__PURE__ */ Symbol.for("react.memo"), q = /* @__PURE__ */ Symbol.for("react.lazy"), t2 = /* @__PURE__ */ Symbol.for("react.offscreen"), u2;
  u2 = /* @__PURE__ */ Symbol.for("react.module.reference");
  function v(a) {
    if ("object" === typeof a && null !== a) {
      var r = a.$$typeof;
      switch (r) {
        case b3:
          switch (a = a.type, a) {
            case d3:
            case f:
            case e2:
            case m:
            case n:
              return a;
            default:
              switch (a = a && a.$$typeof, a) {
                case k:
                case h2:
                case l2:
                case q:
                case p:
                case g2:
                  return a;
                default:
                  return r;
              }
          }
        case c2:
          return r;
      }
    }
  }
  reactIs_production_min.ContextConsumer = h2;
  reactIs_production_min.ContextProvider = g2;
  reactIs_production_min.Element = b3;
  reactIs_production_min.ForwardRef = l2;
  reactIs_production_min.Fragment = d3;
  reactIs_production_min.Lazy = q;
  reactIs_production_min.Memo = p;
  reactIs_production_min.Portal = c2;
  reactIs_production_min.Profiler = f;
  reactIs_production_min.StrictMode = e2;
  reactIs_production_min.Suspense = m;
  reactIs_production_min.SuspenseList = n;
  reactIs_production_min.isAsyncMode = function() {
    return false;
  };
  reactIs_production_min.isConcurrentMode = function() {
    return false;
  };
  reactIs_production_min.isContextConsumer = function(a) {
    return v(a) === h2;
  };
  reactIs_production_min.isContextProvider = function(a) {
    return v(a) === g2;
  };
  reactIs_production_min.isElement = function(a) {
    return "object" === typeof a && null !== a && a.$$typeof === b3;
  };
  reactIs_production_min.isForwardRef = function(a) {
    return v(a) === l2;
  };
  reactIs_production_min.isFragment = function(a) {
    return v(a) === d3;
  };
  reactIs_production_min.isLazy = function(a) {
    return v(a) === q;
  };
  reactIs_production_min.isMemo = function(a) {
    return v(a) === p;
  };
  reactIs_production_min.isPortal = function(a) {
    return v(a) === c2;
  };
  reactIs_production_min.isProfiler = function(a) {
    return v(a) === f;
  };
  reactIs_production_min.isStrictMode = function(a) {
    return v(a) === e2;
  };
  reactIs_production_min.isSuspense = function(a) {
    return v(a) === m;
  };
  reactIs_production_min.isSuspenseList = function(a) {
    return v(a) === n;
  };
  reactIs_production_min.isValidElementType = function(a) {
    return "string" === typeof a || "function" === typeof a || a === d3 || a === f || a === e2 || a === m || a === n || a === t2 || "object" === typeof a && null !== a && (a.$$typeof === q || a.$$typeof === p || a.$$typeof === g2 || a.$$typeof === h2 || a.$$typeof === l2 || a.$$typeof === u2 || void 0 !== a.getModuleId) ? true : false;
  };
  reactIs_production_min.typeOf = v;
  return reactIs_production_min;
}
var hasRequiredReactIs;
function requireReactIs() {
  if (hasRequiredReactIs) return reactIs.exports;
  hasRequiredReactIs = 1;
  {
    reactIs.exports = requireReactIs_production_min();
  }
  return reactIs.exports;
}
var reactIsExports = requireReactIs();
var index = /* @__PURE__ */ getDefaultExportFromCjs(reactIsExports);
var ReactIs18 = /* @__PURE__ */ _mergeNamespaces({
  __proto__: null,
  default: index
}, [reactIsExports]);
var reactIsMethods = [
  "isAsyncMode",
  "isConcurrentMode",
  "isContextConsumer",
  "isContextProvider",
  "isElement",
  "isForwardRef",
  "isFragment",
  "isLazy",
  "isMemo",
  "isPortal",
  "isProfiler",
  "isStrictMode",
  "isSuspense",
  "isSuspenseList",
  "isValidElementType"
];
var ReactIs = Object.fromEntries(reactIsMethods.map((m) => [m, (v) => ReactIs18[m](v) || ReactIs19[m](v)]));
function getChildren(arg, children = []) {
  if (Array.isArray(arg)) {
    for (const item of arg) {
      getChildren(item, children);
    }
  } else if (arg != null && arg !== false && arg !== "") {
    children.push(arg);
  }
  return children;
}
function getType(element) {
  const type3 = element.type;
  if (typeof type3 === "string") {
    return type3;
  }
  if (typeof type3 === "function") {
    return type3.displayName || type3.name || "Unknown";
  }
  if (ReactIs.isFragment(element)) {
    return "React.Fragment";
  }
  if (ReactIs.isSuspense(element)) {
    return "React.Suspense";
  }
  if (typeof type3 === "object" && type3 !== null) {
    if (ReactIs.isContextProvider(element)) {
      return "Context.Provider";
    }
    if (ReactIs.isContextConsumer(element)) {
      return "Context.Consumer";
    }
    if (ReactIs.isForwardRef(element)) {
      if (type3.displayName) {
        return type3.displayName;
      }
      const functionName = type3.render.displayName || type3.render.name || "";
      return functionName === "" ? "ForwardRef" : `ForwardRef(${functionName})`;
    }
    if (ReactIs.isMemo(element)) {
      const functionName = type3.displayName || type3.type.displayName || type3.type.name || "";
      return functionName === "" ? "Memo" : `Memo(${functionName})`;
    }
  }
  return "UNDEFINED";
}
function getPropKeys$1(element) {
  const { props } = element;
  return Object.keys(props).filter((key) => key !== "children" && props[key] !== void 0).sort();
}
var serialize$1 = (element, config2, indentation, depth, refs, printer2) => ++depth > config2.maxDepth ? printElementAsLeaf(getType(element), config2) : printElement(getType(element), printProps(getPropKeys$1(element), element.props, config2, indentation + config2.indent, depth, refs, printer2), printChildren(getChildren(element.props.children), config2, indentation + config2.indent, depth, refs, printer2), config2, indentation);
var test$1 = (val) => val != null && ReactIs.isElement(val);
var plugin$1 = {
  serialize: serialize$1,
  test: test$1
};
var testSymbol = typeof Symbol === "function" && Symbol.for ? /* @__PURE__ */ Symbol.for("react.test.json") : 245830487;
function getPropKeys(object) {
  const { props } = object;
  return props ? Object.keys(props).filter((key) => props[key] !== void 0).sort() : [];
}
var serialize = (object, config2, indentation, depth, refs, printer2) => ++depth > config2.maxDepth ? printElementAsLeaf(object.type, config2) : printElement(object.type, object.props ? printProps(getPropKeys(object), object.props, config2, indentation + config2.indent, depth, refs, printer2) : "", object.children ? printChildren(object.children, config2, indentation + config2.indent, depth, refs, printer2) : "", config2, indentation);
var test2 = (val) => val && val.$$typeof === testSymbol;
var plugin = {
  serialize,
  test: test2
};
var toString2 = Object.prototype.toString;
var toISOString = Date.prototype.toISOString;
var errorToString = Error.prototype.toString;
var regExpToString = RegExp.prototype.toString;
function getConstructorName2(val) {
  return typeof val.constructor === "function" && val.constructor.name || "Object";
}
function isWindow(val) {
  return typeof window !== "undefined" && val === window;
}
var SYMBOL_REGEXP = /^Symbol\((.*)\)(.*)$/;
var NEWLINE_REGEXP = /\n/g;
var PrettyFormatPluginError = class extends Error {
  constructor(message, stack) {
    super(message);
    this.stack = stack;
    this.name = this.constructor.name;
  }
};
function isToStringedArrayType(toStringed) {
  return toStringed === "[object Array]" || toStringed === "[object ArrayBuffer]" || toStringed === "[object DataView]" || toStringed === "[object Float32Array]" || toStringed === "[object Float64Array]" || toStringed === "[object Int8Array]" || toStringed === "[object Int16Array]" || toStringed === "[object Int32Array]" || toStringed === "[object Uint8Array]" || toStringed === "[object Uint8ClampedArray]" || toStringed === "[object Uint16Array]" || toStringed === "[object Uint32Array]";
}
function printNumber(val) {
  return Object.is(val, -0) ? "-0" : String(val);
}
function printBigInt(val) {
  return String(`${val}n`);
}
function printFunction(val, printFunctionName) {
  if (!printFunctionName) {
    return "[Function]";
  }
  return `[Function ${val.name || "anonymous"}]`;
}
function printSymbol(val) {
  return String(val).replace(SYMBOL_REGEXP, "Symbol($1)");
}
function printError(val) {
  return `[${errorToString.call(val)}]`;
}
function printBasicValue(val, printFunctionName, escapeRegex, escapeString) {
  if (val === true || val === false) {
    return `${val}`;
  }
  if (val === void 0) {
    return "undefined";
  }
  if (val === null) {
    return "null";
  }
  const typeOf = typeof val;
  if (typeOf === "number") {
    return printNumber(val);
  }
  if (typeOf === "bigint") {
    return printBigInt(val);
  }
  if (typeOf === "string") {
    if (escapeString) {
      return `"${val.replaceAll(/"|\\/g, "\\$&")}"`;
    }
    return `"${val}"`;
  }
  if (typeOf === "function") {
    return printFunction(val, printFunctionName);
  }
  if (typeOf === "symbol") {
    return printSymbol(val);
  }
  const toStringed = toString2.call(val);
  if (toStringed === "[object WeakMap]") {
    return "WeakMap {}";
  }
  if (toStringed === "[object WeakSet]") {
    return "WeakSet {}";
  }
  if (toStringed === "[object Function]" || toStringed === "[object GeneratorFunction]") {
    return printFunction(val, printFunctionName);
  }
  if (toStringed === "[object Symbol]") {
    return printSymbol(val);
  }
  if (toStringed === "[object Date]") {
    return Number.isNaN(+val) ? "Date { NaN }" : toISOString.call(val);
  }
  if (toStringed === "[object Error]") {
    return printError(val);
  }
  if (toStringed === "[object RegExp]") {
    if (escapeRegex) {
      return regExpToString.call(val).replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
    }
    return regExpToString.call(val);
  }
  if (val instanceof Error) {
    return printError(val);
  }
  return null;
}
function printComplexValue(val, config2, indentation, depth, refs, hasCalledToJSON) {
  if (refs.includes(val)) {
    return "[Circular]";
  }
  refs = [...refs];
  refs.push(val);
  const hitMaxDepth = ++depth > config2.maxDepth;
  const min = config2.min;
  if (config2.callToJSON && !hitMaxDepth && val.toJSON && typeof val.toJSON === "function" && !hasCalledToJSON) {
    return printer(val.toJSON(), config2, indentation, depth, refs, true);
  }
  const toStringed = toString2.call(val);
  if (toStringed === "[object Arguments]") {
    return hitMaxDepth ? "[Arguments]" : `${min ? "" : "Arguments "}[${printListItems(val, config2, indentation, depth, refs, printer)}]`;
  }
  if (isToStringedArrayType(toStringed)) {
    return hitMaxDepth ? `[${val.constructor.name}]` : `${min ? "" : !config2.printBasicPrototype && val.constructor.name === "Array" ? "" : `${val.constructor.name} `}[${printListItems(val, config2, indentation, depth, refs, printer)}]`;
  }
  if (toStringed === "[object Map]") {
    return hitMaxDepth ? "[Map]" : `Map {${printIteratorEntries(val.entries(), config2, indentation, depth, refs, printer, " => ")}}`;
  }
  if (toStringed === "[object Set]") {
    return hitMaxDepth ? "[Set]" : `Set {${printIteratorValues(val.values(), config2, indentation, depth, refs, printer)}}`;
  }
  return hitMaxDepth || isWindow(val) ? `[${getConstructorName2(val)}]` : `${min ? "" : !config2.printBasicPrototype && getConstructorName2(val) === "Object" ? "" : `${getConstructorName2(val)} `}{${printObjectProperties(val, config2, indentation, depth, refs, printer)}}`;
}
var ErrorPlugin = {
  test: (val) => val && val instanceof Error,
  serialize(val, config2, indentation, depth, refs, printer2) {
    if (refs.includes(val)) {
      return "[Circular]";
    }
    refs = [...refs, val];
    const hitMaxDepth = ++depth > config2.maxDepth;
    const { message, cause, ...rest } = val;
    const entries = {
      message,
      ...typeof cause !== "undefined" ? { cause } : {},
      ...val instanceof AggregateError ? { errors: val.errors } : {},
      ...rest
    };
    const name = val.name !== "Error" ? val.name : getConstructorName2(val);
    return hitMaxDepth ? `[${name}]` : `${name} {${printIteratorEntries(Object.entries(entries).values(), config2, indentation, depth, refs, printer2)}}`;
  }
};
function isNewPlugin(plugin2) {
  return plugin2.serialize != null;
}
function printPlugin(plugin2, val, config2, indentation, depth, refs) {
  let printed;
  try {
    printed = isNewPlugin(plugin2) ? plugin2.serialize(val, config2, indentation, depth, refs, printer) : plugin2.print(val, (valChild) => printer(valChild, config2, indentation, depth, refs), (str) => {
      const indentationNext = indentation + config2.indent;
      return indentationNext + str.replaceAll(NEWLINE_REGEXP, `
${indentationNext}`);
    }, {
      edgeSpacing: config2.spacingOuter,
      min: config2.min,
      spacing: config2.spacingInner
    }, config2.colors);
  } catch (error) {
    throw new PrettyFormatPluginError(error.message, error.stack);
  }
  if (typeof printed !== "string") {
    throw new TypeError(`pretty-format: Plugin must return type "string" but instead returned "${typeof printed}".`);
  }
  return printed;
}
function findPlugin(plugins2, val) {
  for (const plugin2 of plugins2) {
    try {
      if (plugin2.test(val)) {
        return plugin2;
      }
    } catch (error) {
      throw new PrettyFormatPluginError(error.message, error.stack);
    }
  }
  return null;
}
function printer(val, config2, indentation, depth, refs, hasCalledToJSON) {
  let result2;
  const plugin2 = findPlugin(config2.plugins, val);
  if (plugin2 !== null) {
    result2 = printPlugin(plugin2, val, config2, indentation, depth, refs);
  } else {
    const basicResult = printBasicValue(val, config2.printFunctionName, config2.escapeRegex, config2.escapeString);
    if (basicResult !== null) {
      result2 = basicResult;
    } else {
      result2 = printComplexValue(val, config2, indentation, depth, refs, hasCalledToJSON);
    }
  }
  config2._outputLengthPerDepth[depth] ??= 0;
  config2._outputLengthPerDepth[depth] += result2.length;
  if (config2._outputLengthPerDepth[depth] > config2.maxOutputLength) {
    config2.maxDepth = 0;
  }
  return result2;
}
var DEFAULT_THEME = {
  comment: "gray",
  content: "reset",
  prop: "yellow",
  tag: "cyan",
  value: "green"
};
var DEFAULT_THEME_KEYS = Object.keys(DEFAULT_THEME);
var DEFAULT_OPTIONS = {
  callToJSON: true,
  compareKeys: void 0,
  escapeRegex: false,
  escapeString: true,
  highlight: false,
  indent: 2,
  maxDepth: Number.POSITIVE_INFINITY,
  maxOutputLength: 1e6,
  maxWidth: Number.POSITIVE_INFINITY,
  min: false,
  plugins: [],
  printBasicPrototype: true,
  printFunctionName: true,
  printShadowRoot: true,
  theme: DEFAULT_THEME
};
function validateOptions(options3) {
  for (const key of Object.keys(options3)) {
    if (!Object.hasOwn(DEFAULT_OPTIONS, key)) {
      throw new Error(`pretty-format: Unknown option "${key}".`);
    }
  }
  if (options3.min && options3.indent !== void 0 && options3.indent !== 0) {
    throw new Error('pretty-format: Options "min" and "indent" cannot be used together.');
  }
}
function getColorsHighlight() {
  return DEFAULT_THEME_KEYS.reduce((colors, key) => {
    const value = DEFAULT_THEME[key];
    const color = value && $[value];
    if (color && typeof color.close === "string" && typeof color.open === "string") {
      colors[key] = color;
    } else {
      throw new Error(`pretty-format: Option "theme" has a key "${key}" whose value "${value}" is undefined in ansi-styles.`);
    }
    return colors;
  }, /* @__PURE__ */ Object.create(null));
}
function getColorsEmpty() {
  return DEFAULT_THEME_KEYS.reduce((colors, key) => {
    colors[key] = {
      close: "",
      open: ""
    };
    return colors;
  }, /* @__PURE__ */ Object.create(null));
}
function getPrintFunctionName(options3) {
  return options3?.printFunctionName ?? DEFAULT_OPTIONS.printFunctionName;
}
function getEscapeRegex(options3) {
  return options3?.escapeRegex ?? DEFAULT_OPTIONS.escapeRegex;
}
function getEscapeString(options3) {
  return options3?.escapeString ?? DEFAULT_OPTIONS.escapeString;
}
function getConfig(options3) {
  return {
    callToJSON: options3?.callToJSON ?? DEFAULT_OPTIONS.callToJSON,
    colors: options3?.highlight ? getColorsHighlight() : getColorsEmpty(),
    compareKeys: typeof options3?.compareKeys === "function" || options3?.compareKeys === null ? options3.compareKeys : DEFAULT_OPTIONS.compareKeys,
    escapeRegex: getEscapeRegex(options3),
    escapeString: getEscapeString(options3),
    indent: options3?.min ? "" : createIndent(options3?.indent ?? DEFAULT_OPTIONS.indent),
    maxDepth: options3?.maxDepth ?? DEFAULT_OPTIONS.maxDepth,
    maxWidth: options3?.maxWidth ?? DEFAULT_OPTIONS.maxWidth,
    min: options3?.min ?? DEFAULT_OPTIONS.min,
    plugins: options3?.plugins ?? DEFAULT_OPTIONS.plugins,
    printBasicPrototype: options3?.printBasicPrototype ?? true,
    printFunctionName: getPrintFunctionName(options3),
    printShadowRoot: options3?.printShadowRoot ?? true,
    spacingInner: options3?.min ? " " : "\n",
    spacingOuter: options3?.min ? "" : "\n",
    maxOutputLength: options3?.maxOutputLength ?? DEFAULT_OPTIONS.maxOutputLength,
    _outputLengthPerDepth: []
  };
}
function createIndent(indent) {
  return Array.from({ length: indent + 1 }).join(" ");
}
function format(val, options3) {
  if (options3) {
    validateOptions(options3);
    if (options3.plugins) {
      const plugin2 = findPlugin(options3.plugins, val);
      if (plugin2 !== null) {
        return printPlugin(plugin2, val, getConfig(options3), "", 0, []);
      }
    }
  }
  const basicResult = printBasicValue(val, getPrintFunctionName(options3), getEscapeRegex(options3), getEscapeString(options3));
  if (basicResult !== null) {
    return basicResult;
  }
  return printComplexValue(val, getConfig(options3), "", 0, []);
}
var plugins = {
  AsymmetricMatcher: plugin$5,
  DOMCollection: plugin$4,
  DOMElement: plugin$3,
  Immutable: plugin$2,
  ReactElement: plugin$1,
  ReactTestComponent: plugin,
  Error: ErrorPlugin
};

// node_modules/.pnpm/@vitest+utils@4.1.12/node_modules/@vitest/utils/dist/display.js
var isNaN3 = Number.isNaN || ((i2) => i2 !== i2);
var stringEscapeChars2 = new RegExp("['\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0604\\u070f\\u17b4\\u17b5\\u200c-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\ufeff\\ufff0-\\uffff]", "g");
var symbolsSupported2 = typeof Symbol === "function" && typeof Symbol.for === "function";
var { AsymmetricMatcher, DOMCollection, DOMElement, Immutable, ReactElement, ReactTestComponent } = plugins;
var PLUGINS = [
  ReactTestComponent,
  ReactElement,
  DOMElement,
  DOMCollection,
  Immutable,
  AsymmetricMatcher
];
function stringify(object, maxDepth = 10, { maxLength, filterNode, ...options3 } = {}) {
  const MAX_LENGTH = maxLength ?? 1e4;
  let result2;
  const filterFn = typeof filterNode === "string" ? createNodeFilterFromSelector(filterNode) : filterNode;
  const plugins2 = filterFn ? [
    ReactTestComponent,
    ReactElement,
    createDOMElementFilter(filterFn),
    DOMCollection,
    Immutable,
    AsymmetricMatcher
  ] : PLUGINS;
  try {
    result2 = format(object, {
      maxDepth,
      escapeString: false,
      plugins: plugins2,
      ...options3
    });
  } catch {
    result2 = format(object, {
      callToJSON: false,
      maxDepth,
      escapeString: false,
      plugins: plugins2,
      ...options3
    });
  }
  return result2.length >= MAX_LENGTH && maxDepth > 1 ? stringify(object, Math.floor(Math.min(maxDepth, Number.MAX_SAFE_INTEGER) / 2), {
    maxLength,
    filterNode,
    ...options3
  }) : result2;
}
function createNodeFilterFromSelector(selector) {
  const ELEMENT_NODE2 = 1;
  const COMMENT_NODE2 = 8;
  return (node) => {
    if (node.nodeType === COMMENT_NODE2) {
      return false;
    }
    if (node.nodeType === ELEMENT_NODE2 && node.matches) {
      try {
        return !node.matches(selector);
      } catch {
        return true;
      }
    }
    return true;
  };
}

// node_modules/.pnpm/@vitest+utils@4.1.12/node_modules/@vitest/utils/dist/helpers.js
function assertTypes(value, name, types2) {
  const receivedType = typeof value;
  const pass = types2.includes(receivedType);
  if (!pass) {
    throw new TypeError(`${name} value must be ${types2.join(" or ")}, received "${receivedType}"`);
  }
}
function isObject2(item) {
  return item != null && typeof item === "object" && !Array.isArray(item);
}
function isFinalObj(obj) {
  return obj === Object.prototype || obj === Function.prototype || obj === RegExp.prototype;
}
function getType2(value) {
  return Object.prototype.toString.apply(value).slice(8, -1);
}
function collectOwnProperties(obj, collector) {
  const collect = typeof collector === "function" ? collector : (key) => collector.add(key);
  Object.getOwnPropertyNames(obj).forEach(collect);
  Object.getOwnPropertySymbols(obj).forEach(collect);
}
function getOwnProperties(obj) {
  const ownProps = /* @__PURE__ */ new Set();
  if (isFinalObj(obj)) {
    return [];
  }
  collectOwnProperties(obj, ownProps);
  return Array.from(ownProps);
}
var defaultCloneOptions = { forceWritable: false };
function deepClone(val, options3 = defaultCloneOptions) {
  const seen = /* @__PURE__ */ new WeakMap();
  return clone(val, seen, options3);
}
function clone(val, seen, options3 = defaultCloneOptions) {
  let k, out;
  if (seen.has(val)) {
    return seen.get(val);
  }
  if (Array.isArray(val)) {
    out = Array.from({ length: k = val.length });
    seen.set(val, out);
    while (k--) {
      out[k] = clone(val[k], seen, options3);
    }
    return out;
  }
  if (Object.prototype.toString.call(val) === "[object Object]") {
    out = Object.create(Object.getPrototypeOf(val));
    seen.set(val, out);
    const props = getOwnProperties(val);
    for (const k2 of props) {
      const descriptor = Object.getOwnPropertyDescriptor(val, k2);
      if (!descriptor) {
        continue;
      }
      const cloned = clone(val[k2], seen, options3);
      if (options3.forceWritable) {
        Object.defineProperty(out, k2, {
          enumerable: descriptor.enumerable,
          configurable: true,
          writable: true,
          value: cloned
        });
      } else if ("get" in descriptor) {
        Object.defineProperty(out, k2, {
          ...descriptor,
          get() {
            return cloned;
          }
        });
      } else {
        Object.defineProperty(out, k2, {
          ...descriptor,
          value: cloned
        });
      }
    }
    return out;
  }
  return val;
}
function noop() {
}
function ordinal2(i2) {
  const j = i2 % 10;
  const k = i2 % 100;
  if (j === 1 && k !== 11) {
    return `${i2}st`;
  }
  if (j === 2 && k !== 12) {
    return `${i2}nd`;
  }
  if (j === 3 && k !== 13) {
    return `${i2}rd`;
  }
  return `${i2}th`;
}

// node_modules/.pnpm/@vitest+utils@4.1.12/node_modules/@vitest/utils/dist/diff.js
var DIFF_DELETE = -1;
var DIFF_INSERT = 1;
var DIFF_EQUAL = 0;
var Diff = class {
  0;
  1;
  constructor(op, text2) {
    this[0] = op;
    this[1] = text2;
  }
};
function diff_commonPrefix(text1, text2) {
  if (!text1 || !text2 || text1.charAt(0) !== text2.charAt(0)) {
    return 0;
  }
  let pointermin = 0;
  let pointermax = Math.min(text1.length, text2.length);
  let pointermid = pointermax;
  let pointerstart = 0;
  while (pointermin < pointermid) {
    if (text1.substring(pointerstart, pointermid) === text2.substring(pointerstart, pointermid)) {
      pointermin = pointermid;
      pointerstart = pointermin;
    } else {
      pointermax = pointermid;
    }
    pointermid = Math.floor((pointermax - pointermin) / 2 + pointermin);
  }
  return pointermid;
}
function diff_commonSuffix(text1, text2) {
  if (!text1 || !text2 || text1.charAt(text1.length - 1) !== text2.charAt(text2.length - 1)) {
    return 0;
  }
  let pointermin = 0;
  let pointermax = Math.min(text1.length, text2.length);
  let pointermid = pointermax;
  let pointerend = 0;
  while (pointermin < pointermid) {
    if (text1.substring(text1.length - pointermid, text1.length - pointerend) === text2.substring(text2.length - pointermid, text2.length - pointerend)) {
      pointermin = pointermid;
      pointerend = pointermin;
    } else {
      pointermax = pointermid;
    }
    pointermid = Math.floor((pointermax - pointermin) / 2 + pointermin);
  }
  return pointermid;
}
function diff_commonOverlap_(text1, text2) {
  const text1_length = text1.length;
  const text2_length = text2.length;
  if (text1_length === 0 || text2_length === 0) {
    return 0;
  }
  if (text1_length > text2_length) {
    text1 = text1.substring(text1_length - text2_length);
  } else if (text1_length < text2_length) {
    text2 = text2.substring(0, text1_length);
  }
  const text_length = Math.min(text1_length, text2_length);
  if (text1 === text2) {
    return text_length;
  }
  let best3 = 0;
  let length = 1;
  while (true) {
    const pattern = text1.substring(text_length - length);
    const found = text2.indexOf(pattern);
    if (found === -1) {
      return best3;
    }
    length += found;
    if (found === 0 || text1.substring(text_length - length) === text2.substring(0, length)) {
      best3 = length;
      length++;
    }
  }
}
function diff_cleanupSemantic(diffs) {
  let changes = false;
  const equalities = [];
  let equalitiesLength = 0;
  let lastEquality = null;
  let pointer = 0;
  let length_insertions1 = 0;
  let length_deletions1 = 0;
  let length_insertions2 = 0;
  let length_deletions2 = 0;
  while (pointer < diffs.length) {
    if (diffs[pointer][0] === DIFF_EQUAL) {
      equalities[equalitiesLength++] = pointer;
      length_insertions1 = length_insertions2;
      length_deletions1 = length_deletions2;
      length_insertions2 = 0;
      length_deletions2 = 0;
      lastEquality = diffs[pointer][1];
    } else {
      if (diffs[pointer][0] === DIFF_INSERT) {
        length_insertions2 += diffs[pointer][1].length;
      } else {
        length_deletions2 += diffs[pointer][1].length;
      }
      if (lastEquality && lastEquality.length <= Math.max(length_insertions1, length_deletions1) && lastEquality.length <= Math.max(length_insertions2, length_deletions2)) {
        diffs.splice(equalities[equalitiesLength - 1], 0, new Diff(DIFF_DELETE, lastEquality));
        diffs[equalities[equalitiesLength - 1] + 1][0] = DIFF_INSERT;
        equalitiesLength--;
        equalitiesLength--;
        pointer = equalitiesLength > 0 ? equalities[equalitiesLength - 1] : -1;
        length_insertions1 = 0;
        length_deletions1 = 0;
        length_insertions2 = 0;
        length_deletions2 = 0;
        lastEquality = null;
        changes = true;
      }
    }
    pointer++;
  }
  if (changes) {
    diff_cleanupMerge(diffs);
  }
  diff_cleanupSemanticLossless(diffs);
  pointer = 1;
  while (pointer < diffs.length) {
    if (diffs[pointer - 1][0] === DIFF_DELETE && diffs[pointer][0] === DIFF_INSERT) {
      const deletion = diffs[pointer - 1][1];
      const insertion = diffs[pointer][1];
      const overlap_length1 = diff_commonOverlap_(deletion, insertion);
      const overlap_length2 = diff_commonOverlap_(insertion, deletion);
      if (overlap_length1 >= overlap_length2) {
        if (overlap_length1 >= deletion.length / 2 || overlap_length1 >= insertion.length / 2) {
          diffs.splice(pointer, 0, new Diff(DIFF_EQUAL, insertion.substring(0, overlap_length1)));
          diffs[pointer - 1][1] = deletion.substring(0, deletion.length - overlap_length1);
          diffs[pointer + 1][1] = insertion.substring(overlap_length1);
          pointer++;
        }
      } else {
        if (overlap_length2 >= deletion.length / 2 || overlap_length2 >= insertion.length / 2) {
          diffs.splice(pointer, 0, new Diff(DIFF_EQUAL, deletion.substring(0, overlap_length2)));
          diffs[pointer - 1][0] = DIFF_INSERT;
          diffs[pointer - 1][1] = insertion.substring(0, insertion.length - overlap_length2);
          diffs[pointer + 1][0] = DIFF_DELETE;
          diffs[pointer + 1][1] = deletion.substring(overlap_length2);
          pointer++;
        }
      }
      pointer++;
    }
    pointer++;
  }
}
var nonAlphaNumericRegex_ = /[^a-z0-9]/i;
var whitespaceRegex_ = /\s/;
var linebreakRegex_ = /[\r\n]/;
var blanklineEndRegex_ = /\n\r?\n$/;
var blanklineStartRegex_ = /^\r?\n\r?\n/;
function diff_cleanupSemanticLossless(diffs) {
  let pointer = 1;
  while (pointer < diffs.length - 1) {
    if (diffs[pointer - 1][0] === DIFF_EQUAL && diffs[pointer + 1][0] === DIFF_EQUAL) {
      let equality1 = diffs[pointer - 1][1];
      let edit = diffs[pointer][1];
      let equality2 = diffs[pointer + 1][1];
      const commonOffset = diff_commonSuffix(equality1, edit);
      if (commonOffset) {
        const commonString = edit.substring(edit.length - commonOffset);
        equality1 = equality1.substring(0, equality1.length - commonOffset);
        edit = commonString + edit.substring(0, edit.length - commonOffset);
        equality2 = commonString + equality2;
      }
      let bestEquality1 = equality1;
      let bestEdit = edit;
      let bestEquality2 = equality2;
      let bestScore = diff_cleanupSemanticScore_(equality1, edit) + diff_cleanupSemanticScore_(edit, equality2);
      while (edit.charAt(0) === equality2.charAt(0)) {
        equality1 += edit.charAt(0);
        edit = edit.substring(1) + equality2.charAt(0);
        equality2 = equality2.substring(1);
        const score = diff_cleanupSemanticScore_(equality1, edit) + diff_cleanupSemanticScore_(edit, equality2);
        if (score >= bestScore) {
          bestScore = score;
          bestEquality1 = equality1;
          bestEdit = edit;
          bestEquality2 = equality2;
        }
      }
      if (diffs[pointer - 1][1] !== bestEquality1) {
        if (bestEquality1) {
          diffs[pointer - 1][1] = bestEquality1;
        } else {
          diffs.splice(pointer - 1, 1);
          pointer--;
        }
        diffs[pointer][1] = bestEdit;
        if (bestEquality2) {
          diffs[pointer + 1][1] = bestEquality2;
        } else {
          diffs.splice(pointer + 1, 1);
          pointer--;
        }
      }
    }
    pointer++;
  }
}
function diff_cleanupMerge(diffs) {
  diffs.push(new Diff(DIFF_EQUAL, ""));
  let pointer = 0;
  let count_delete = 0;
  let count_insert = 0;
  let text_delete = "";
  let text_insert = "";
  let commonlength;
  while (pointer < diffs.length) {
    switch (diffs[pointer][0]) {
      case DIFF_INSERT:
        count_insert++;
        text_insert += diffs[pointer][1];
        pointer++;
        break;
      case DIFF_DELETE:
        count_delete++;
        text_delete += diffs[pointer][1];
        pointer++;
        break;
      case DIFF_EQUAL:
        if (count_delete + count_insert > 1) {
          if (count_delete !== 0 && count_insert !== 0) {
            commonlength = diff_commonPrefix(text_insert, text_delete);
            if (commonlength !== 0) {
              if (pointer - count_delete - count_insert > 0 && diffs[pointer - count_delete - count_insert - 1][0] === DIFF_EQUAL) {
                diffs[pointer - count_delete - count_insert - 1][1] += text_insert.substring(0, commonlength);
              } else {
                diffs.splice(0, 0, new Diff(DIFF_EQUAL, text_insert.substring(0, commonlength)));
                pointer++;
              }
              text_insert = text_insert.substring(commonlength);
              text_delete = text_delete.substring(commonlength);
            }
            commonlength = diff_commonSuffix(text_insert, text_delete);
            if (commonlength !== 0) {
              diffs[pointer][1] = text_insert.substring(text_insert.length - commonlength) + diffs[pointer][1];
              text_insert = text_insert.substring(0, text_insert.length - commonlength);
              text_delete = text_delete.substring(0, text_delete.length - commonlength);
            }
          }
          pointer -= count_delete + count_insert;
          diffs.splice(pointer, count_delete + count_insert);
          if (text_delete.length) {
            diffs.splice(pointer, 0, new Diff(DIFF_DELETE, text_delete));
            pointer++;
          }
          if (text_insert.length) {
            diffs.splice(pointer, 0, new Diff(DIFF_INSERT, text_insert));
            pointer++;
          }
          pointer++;
        } else if (pointer !== 0 && diffs[pointer - 1][0] === DIFF_EQUAL) {
          diffs[pointer - 1][1] += diffs[pointer][1];
          diffs.splice(pointer, 1);
        } else {
          pointer++;
        }
        count_insert = 0;
        count_delete = 0;
        text_delete = "";
        text_insert = "";
        break;
    }
  }
  if (diffs.at(-1)?.[1] === "") {
    diffs.pop();
  }
  let changes = false;
  pointer = 1;
  while (pointer < diffs.length - 1) {
    if (diffs[pointer - 1][0] === DIFF_EQUAL && diffs[pointer + 1][0] === DIFF_EQUAL) {
      if (diffs[pointer][1].substring(diffs[pointer][1].length - diffs[pointer - 1][1].length) === diffs[pointer - 1][1]) {
        diffs[pointer][1] = diffs[pointer - 1][1] + diffs[pointer][1].substring(0, diffs[pointer][1].length - diffs[pointer - 1][1].length);
        diffs[pointer + 1][1] = diffs[pointer - 1][1] + diffs[pointer + 1][1];
        diffs.splice(pointer - 1, 1);
        changes = true;
      } else if (diffs[pointer][1].substring(0, diffs[pointer + 1][1].length) === diffs[pointer + 1][1]) {
        diffs[pointer - 1][1] += diffs[pointer + 1][1];
        diffs[pointer][1] = diffs[pointer][1].substring(diffs[pointer + 1][1].length) + diffs[pointer + 1][1];
        diffs.splice(pointer + 1, 1);
        changes = true;
      }
    }
    pointer++;
  }
  if (changes) {
    diff_cleanupMerge(diffs);
  }
}
function diff_cleanupSemanticScore_(one2, two) {
  if (!one2 || !two) {
    return 6;
  }
  const char1 = one2.charAt(one2.length - 1);
  const char2 = two.charAt(0);
  const nonAlphaNumeric1 = char1.match(nonAlphaNumericRegex_);
  const nonAlphaNumeric2 = char2.match(nonAlphaNumericRegex_);
  const whitespace1 = nonAlphaNumeric1 && char1.match(whitespaceRegex_);
  const whitespace2 = nonAlphaNumeric2 && char2.match(whitespaceRegex_);
  const lineBreak1 = whitespace1 && char1.match(linebreakRegex_);
  const lineBreak2 = whitespace2 && char2.match(linebreakRegex_);
  const blankLine1 = lineBreak1 && one2.match(blanklineEndRegex_);
  const blankLine2 = lineBreak2 && two.match(blanklineStartRegex_);
  if (blankLine1 || blankLine2) {
    return 5;
  } else if (lineBreak1 || lineBreak2) {
    return 4;
  } else if (nonAlphaNumeric1 && !whitespace1 && whitespace2) {
    return 3;
  } else if (whitespace1 || whitespace2) {
    return 2;
  } else if (nonAlphaNumeric1 || nonAlphaNumeric2) {
    return 1;
  }
  return 0;
}
var NO_DIFF_MESSAGE = "Compared values have no visual difference.";
var SIMILAR_MESSAGE = "Compared values serialize to the same structure.\nPrinting internal object structure without calling `toJSON` instead.";
function getDefaultExportFromCjs2(x) {
  return x && x.__esModule && Object.prototype.hasOwnProperty.call(x, "default") ? x["default"] : x;
}
var build = {};
var hasRequiredBuild;
function requireBuild() {
  if (hasRequiredBuild) return build;
  hasRequiredBuild = 1;
  Object.defineProperty(build, "__esModule", {
    value: true
  });
  build.default = diffSequence;
  const pkg = "diff-sequences";
  const NOT_YET_SET = 0;
  const countCommonItemsF = (aIndex, aEnd, bIndex, bEnd, isCommon) => {
    let nCommon = 0;
    while (aIndex < aEnd && bIndex < bEnd && isCommon(aIndex, bIndex)) {
      aIndex += 1;
      bIndex += 1;
      nCommon += 1;
    }
    return nCommon;
  };
  const countCommonItemsR = (aStart, aIndex, bStart, bIndex, isCommon) => {
    let nCommon = 0;
    while (aStart <= aIndex && bStart <= bIndex && isCommon(aIndex, bIndex)) {
      aIndex -= 1;
      bIndex -= 1;
      nCommon += 1;
    }
    return nCommon;
  };
  const extendPathsF = (d3, aEnd, bEnd, bF, isCommon, aIndexesF, iMaxF) => {
    let iF = 0;
    let kF = -d3;
    let aFirst = aIndexesF[iF];
    let aIndexPrev1 = aFirst;
    aIndexesF[iF] += countCommonItemsF(
      aFirst + 1,
      aEnd,
      bF + aFirst - kF + 1,
      bEnd,
      isCommon
    );
    const nF = d3 < iMaxF ? d3 : iMaxF;
    for (iF += 1, kF += 2; iF <= nF; iF += 1, kF += 2) {
      if (iF !== d3 && aIndexPrev1 < aIndexesF[iF]) {
        aFirst = aIndexesF[iF];
      } else {
        aFirst = aIndexPrev1 + 1;
        if (aEnd <= aFirst) {
          return iF - 1;
        }
      }
      aIndexPrev1 = aIndexesF[iF];
      aIndexesF[iF] = aFirst + countCommonItemsF(aFirst + 1, aEnd, bF + aFirst - kF + 1, bEnd, isCommon);
    }
    return iMaxF;
  };
  const extendPathsR = (d3, aStart, bStart, bR, isCommon, aIndexesR, iMaxR) => {
    let iR = 0;
    let kR = d3;
    let aFirst = aIndexesR[iR];
    let aIndexPrev1 = aFirst;
    aIndexesR[iR] -= countCommonItemsR(
      aStart,
      aFirst - 1,
      bStart,
      bR + aFirst - kR - 1,
      isCommon
    );
    const nR = d3 < iMaxR ? d3 : iMaxR;
    for (iR += 1, kR -= 2; iR <= nR; iR += 1, kR -= 2) {
      if (iR !== d3 && aIndexesR[iR] < aIndexPrev1) {
        aFirst = aIndexesR[iR];
      } else {
        aFirst = aIndexPrev1 - 1;
        if (aFirst < aStart) {
          return iR - 1;
        }
      }
      aIndexPrev1 = aIndexesR[iR];
      aIndexesR[iR] = aFirst - countCommonItemsR(
        aStart,
        aFirst - 1,
        bStart,
        bR + aFirst - kR - 1,
        isCommon
      );
    }
    return iMaxR;
  };
  const extendOverlappablePathsF = (d3, aStart, aEnd, bStart, bEnd, isCommon, aIndexesF, iMaxF, aIndexesR, iMaxR, division) => {
    const bF = bStart - aStart;
    const aLength = aEnd - aStart;
    const bLength = bEnd - bStart;
    const baDeltaLength = bLength - aLength;
    const kMinOverlapF = -baDeltaLength - (d3 - 1);
    const kMaxOverlapF = -baDeltaLength + (d3 - 1);
    let aIndexPrev1 = NOT_YET_SET;
    const nF = d3 < iMaxF ? d3 : iMaxF;
    for (let iF = 0, kF = -d3; iF <= nF; iF += 1, kF += 2) {
      const insert = iF === 0 || iF !== d3 && aIndexPrev1 < aIndexesF[iF];
      const aLastPrev = insert ? aIndexesF[iF] : aIndexPrev1;
      const aFirst = insert ? aLastPrev : aLastPrev + 1;
      const bFirst = bF + aFirst - kF;
      const nCommonF = countCommonItemsF(
        aFirst + 1,
        aEnd,
        bFirst + 1,
        bEnd,
        isCommon
      );
      const aLast = aFirst + nCommonF;
      aIndexPrev1 = aIndexesF[iF];
      aIndexesF[iF] = aLast;
      if (kMinOverlapF <= kF && kF <= kMaxOverlapF) {
        const iR = (d3 - 1 - (kF + baDeltaLength)) / 2;
        if (iR <= iMaxR && aIndexesR[iR] - 1 <= aLast) {
          const bLastPrev = bF + aLastPrev - (insert ? kF + 1 : kF - 1);
          const nCommonR = countCommonItemsR(
            aStart,
            aLastPrev,
            bStart,
            bLastPrev,
            isCommon
          );
          const aIndexPrevFirst = aLastPrev - nCommonR;
          const bIndexPrevFirst = bLastPrev - nCommonR;
          const aEndPreceding = aIndexPrevFirst + 1;
          const bEndPreceding = bIndexPrevFirst + 1;
          division.nChangePreceding = d3 - 1;
          if (d3 - 1 === aEndPreceding + bEndPreceding - aStart - bStart) {
            division.aEndPreceding = aStart;
            division.bEndPreceding = bStart;
          } else {
            division.aEndPreceding = aEndPreceding;
            division.bEndPreceding = bEndPreceding;
          }
          division.nCommonPreceding = nCommonR;
          if (nCommonR !== 0) {
            division.aCommonPreceding = aEndPreceding;
            division.bCommonPreceding = bEndPreceding;
          }
          division.nCommonFollowing = nCommonF;
          if (nCommonF !== 0) {
            division.aCommonFollowing = aFirst + 1;
            division.bCommonFollowing = bFirst + 1;
          }
          const aStartFollowing = aLast + 1;
          const bStartFollowing = bFirst + nCommonF + 1;
          division.nChangeFollowing = d3 - 1;
          if (d3 - 1 === aEnd + bEnd - aStartFollowing - bStartFollowing) {
            division.aStartFollowing = aEnd;
            division.bStartFollowing = bEnd;
          } else {
            division.aStartFollowing = aStartFollowing;
            division.bStartFollowing = bStartFollowing;
          }
          return true;
        }
      }
    }
    return false;
  };
  const extendOverlappablePathsR = (d3, aStart, aEnd, bStart, bEnd, isCommon, aIndexesF, iMaxF, aIndexesR, iMaxR, division) => {
    const bR = bEnd - aEnd;
    const aLength = aEnd - aStart;
    const bLength = bEnd - bStart;
    const baDeltaLength = bLength - aLength;
    const kMinOverlapR = baDeltaLength - d3;
    const kMaxOverlapR = baDeltaLength + d3;
    let aIndexPrev1 = NOT_YET_SET;
    const nR = d3 < iMaxR ? d3 : iMaxR;
    for (let iR = 0, kR = d3; iR <= nR; iR += 1, kR -= 2) {
      const insert = iR === 0 || iR !== d3 && aIndexesR[iR] < aIndexPrev1;
      const aLastPrev = insert ? aIndexesR[iR] : aIndexPrev1;
      const aFirst = insert ? aLastPrev : aLastPrev - 1;
      const bFirst = bR + aFirst - kR;
      const nCommonR = countCommonItemsR(
        aStart,
        aFirst - 1,
        bStart,
        bFirst - 1,
        isCommon
      );
      const aLast = aFirst - nCommonR;
      aIndexPrev1 = aIndexesR[iR];
      aIndexesR[iR] = aLast;
      if (kMinOverlapR <= kR && kR <= kMaxOverlapR) {
        const iF = (d3 + (kR - baDeltaLength)) / 2;
        if (iF <= iMaxF && aLast - 1 <= aIndexesF[iF]) {
          const bLast = bFirst - nCommonR;
          division.nChangePreceding = d3;
          if (d3 === aLast + bLast - aStart - bStart) {
            division.aEndPreceding = aStart;
            division.bEndPreceding = bStart;
          } else {
            division.aEndPreceding = aLast;
            division.bEndPreceding = bLast;
          }
          division.nCommonPreceding = nCommonR;
          if (nCommonR !== 0) {
            division.aCommonPreceding = aLast;
            division.bCommonPreceding = bLast;
          }
          division.nChangeFollowing = d3 - 1;
          if (d3 === 1) {
            division.nCommonFollowing = 0;
            division.aStartFollowing = aEnd;
            division.bStartFollowing = bEnd;
          } else {
            const bLastPrev = bR + aLastPrev - (insert ? kR - 1 : kR + 1);
            const nCommonF = countCommonItemsF(
              aLastPrev,
              aEnd,
              bLastPrev,
              bEnd,
              isCommon
            );
            division.nCommonFollowing = nCommonF;
            if (nCommonF !== 0) {
              division.aCommonFollowing = aLastPrev;
              division.bCommonFollowing = bLastPrev;
            }
            const aStartFollowing = aLastPrev + nCommonF;
            const bStartFollowing = bLastPrev + nCommonF;
            if (d3 - 1 === aEnd + bEnd - aStartFollowing - bStartFollowing) {
              division.aStartFollowing = aEnd;
              division.bStartFollowing = bEnd;
            } else {
              division.aStartFollowing = aStartFollowing;
              division.bStartFollowing = bStartFollowing;
            }
          }
          return true;
        }
      }
    }
    return false;
  };
  const divide = (nChange, aStart, aEnd, bStart, bEnd, isCommon, aIndexesF, aIndexesR, division) => {
    const bF = bStart - aStart;
    const bR = bEnd - aEnd;
    const aLength = aEnd - aStart;
    const bLength = bEnd - bStart;
    const baDeltaLength = bLength - aLength;
    let iMaxF = aLength;
    let iMaxR = aLength;
    aIndexesF[0] = aStart - 1;
    aIndexesR[0] = aEnd;
    if (baDeltaLength % 2 === 0) {
      const dMin = (nChange || baDeltaLength) / 2;
      const dMax = (aLength + bLength) / 2;
      for (let d3 = 1; d3 <= dMax; d3 += 1) {
        iMaxF = extendPathsF(d3, aEnd, bEnd, bF, isCommon, aIndexesF, iMaxF);
        if (d3 < dMin) {
          iMaxR = extendPathsR(d3, aStart, bStart, bR, isCommon, aIndexesR, iMaxR);
        } else if (
          // If a reverse path overlaps a forward path in the same diagonal,
          // return a division of the index intervals at the middle change.
          extendOverlappablePathsR(
            d3,
            aStart,
            aEnd,
            bStart,
            bEnd,
            isCommon,
            aIndexesF,
            iMaxF,
            aIndexesR,
            iMaxR,
            division
          )
        ) {
          return;
        }
      }
    } else {
      const dMin = ((nChange || baDeltaLength) + 1) / 2;
      const dMax = (aLength + bLength + 1) / 2;
      let d3 = 1;
      iMaxF = extendPathsF(d3, aEnd, bEnd, bF, isCommon, aIndexesF, iMaxF);
      for (d3 += 1; d3 <= dMax; d3 += 1) {
        iMaxR = extendPathsR(
          d3 - 1,
          aStart,
          bStart,
          bR,
          isCommon,
          aIndexesR,
          iMaxR
        );
        if (d3 < dMin) {
          iMaxF = extendPathsF(d3, aEnd, bEnd, bF, isCommon, aIndexesF, iMaxF);
        } else if (
          // If a forward path overlaps a reverse path in the same diagonal,
          // return a division of the index intervals at the middle change.
          extendOverlappablePathsF(
            d3,
            aStart,
            aEnd,
            bStart,
            bEnd,
            isCommon,
            aIndexesF,
            iMaxF,
            aIndexesR,
            iMaxR,
            division
          )
        ) {
          return;
        }
      }
    }
    throw new Error(
      `${pkg}: no overlap aStart=${aStart} aEnd=${aEnd} bStart=${bStart} bEnd=${bEnd}`
    );
  };
  const findSubsequences = (nChange, aStart, aEnd, bStart, bEnd, transposed, callbacks, aIndexesF, aIndexesR, division) => {
    if (bEnd - bStart < aEnd - aStart) {
      transposed = !transposed;
      if (transposed && callbacks.length === 1) {
        const { foundSubsequence: foundSubsequence2, isCommon: isCommon2 } = callbacks[0];
        callbacks[1] = {
          foundSubsequence: (nCommon, bCommon, aCommon) => {
            foundSubsequence2(nCommon, aCommon, bCommon);
          },
          isCommon: (bIndex, aIndex) => isCommon2(aIndex, bIndex)
        };
      }
      const tStart = aStart;
      const tEnd = aEnd;
      aStart = bStart;
      aEnd = bEnd;
      bStart = tStart;
      bEnd = tEnd;
    }
    const { foundSubsequence, isCommon } = callbacks[transposed ? 1 : 0];
    divide(
      nChange,
      aStart,
      aEnd,
      bStart,
      bEnd,
      isCommon,
      aIndexesF,
      aIndexesR,
      division
    );
    const {
      nChangePreceding,
      aEndPreceding,
      bEndPreceding,
      nCommonPreceding,
      aCommonPreceding,
      bCommonPreceding,
      nCommonFollowing,
      aCommonFollowing,
      bCommonFollowing,
      nChangeFollowing,
      aStartFollowing,
      bStartFollowing
    } = division;
    if (aStart < aEndPreceding && bStart < bEndPreceding) {
      findSubsequences(
        nChangePreceding,
        aStart,
        aEndPreceding,
        bStart,
        bEndPreceding,
        transposed,
        callbacks,
        aIndexesF,
        aIndexesR,
        division
      );
    }
    if (nCommonPreceding !== 0) {
      foundSubsequence(nCommonPreceding, aCommonPreceding, bCommonPreceding);
    }
    if (nCommonFollowing !== 0) {
      foundSubsequence(nCommonFollowing, aCommonFollowing, bCommonFollowing);
    }
    if (aStartFollowing < aEnd && bStartFollowing < bEnd) {
      findSubsequences(
        nChangeFollowing,
        aStartFollowing,
        aEnd,
        bStartFollowing,
        bEnd,
        transposed,
        callbacks,
        aIndexesF,
        aIndexesR,
        division
      );
    }
  };
  const validateLength = (name, arg) => {
    if (typeof arg !== "number") {
      throw new TypeError(`${pkg}: ${name} typeof ${typeof arg} is not a number`);
    }
    if (!Number.isSafeInteger(arg)) {
      throw new RangeError(`${pkg}: ${name} value ${arg} is not a safe integer`);
    }
    if (arg < 0) {
      throw new RangeError(`${pkg}: ${name} value ${arg} is a negative integer`);
    }
  };
  const validateCallback = (name, arg) => {
    const type3 = typeof arg;
    if (type3 !== "function") {
      throw new TypeError(`${pkg}: ${name} typeof ${type3} is not a function`);
    }
  };
  function diffSequence(aLength, bLength, isCommon, foundSubsequence) {
    validateLength("aLength", aLength);
    validateLength("bLength", bLength);
    validateCallback("isCommon", isCommon);
    validateCallback("foundSubsequence", foundSubsequence);
    const nCommonF = countCommonItemsF(0, aLength, 0, bLength, isCommon);
    if (nCommonF !== 0) {
      foundSubsequence(nCommonF, 0, 0);
    }
    if (aLength !== nCommonF || bLength !== nCommonF) {
      const aStart = nCommonF;
      const bStart = nCommonF;
      const nCommonR = countCommonItemsR(
        aStart,
        aLength - 1,
        bStart,
        bLength - 1,
        isCommon
      );
      const aEnd = aLength - nCommonR;
      const bEnd = bLength - nCommonR;
      const nCommonFR = nCommonF + nCommonR;
      if (aLength !== nCommonFR && bLength !== nCommonFR) {
        const nChange = 0;
        const transposed = false;
        const callbacks = [
          {
            foundSubsequence,
            isCommon
          }
        ];
        const aIndexesF = [NOT_YET_SET];
        const aIndexesR = [NOT_YET_SET];
        const division = {
          aCommonFollowing: NOT_YET_SET,
          aCommonPreceding: NOT_YET_SET,
          aEndPreceding: NOT_YET_SET,
          aStartFollowing: NOT_YET_SET,
          bCommonFollowing: NOT_YET_SET,
          bCommonPreceding: NOT_YET_SET,
          bEndPreceding: NOT_YET_SET,
          bStartFollowing: NOT_YET_SET,
          nChangeFollowing: NOT_YET_SET,
          nChangePreceding: NOT_YET_SET,
          nCommonFollowing: NOT_YET_SET,
          nCommonPreceding: NOT_YET_SET
        };
        findSubsequences(
          nChange,
          aStart,
          aEnd,
          bStart,
          bEnd,
          transposed,
          callbacks,
          aIndexesF,
          aIndexesR,
          division
        );
      }
      if (nCommonR !== 0) {
        foundSubsequence(nCommonR, aEnd, bEnd);
      }
    }
  }
  return build;
}
var buildExports = /* @__PURE__ */ requireBuild();
var diffSequences = /* @__PURE__ */ getDefaultExportFromCjs2(buildExports);
function formatTrailingSpaces(line, trailingSpaceFormatter) {
  return line.replace(/\s+$/, (match) => trailingSpaceFormatter(match));
}
function printDiffLine(line, isFirstOrLast, color, indicator, trailingSpaceFormatter, emptyFirstOrLastLinePlaceholder) {
  return line.length !== 0 ? color(`${indicator} ${formatTrailingSpaces(line, trailingSpaceFormatter)}`) : indicator !== " " ? color(indicator) : isFirstOrLast && emptyFirstOrLastLinePlaceholder.length !== 0 ? color(`${indicator} ${emptyFirstOrLastLinePlaceholder}`) : "";
}
function printDeleteLine(line, isFirstOrLast, { aColor, aIndicator, changeLineTrailingSpaceColor, emptyFirstOrLastLinePlaceholder }) {
  return printDiffLine(line, isFirstOrLast, aColor, aIndicator, changeLineTrailingSpaceColor, emptyFirstOrLastLinePlaceholder);
}
function printInsertLine(line, isFirstOrLast, { bColor, bIndicator, changeLineTrailingSpaceColor, emptyFirstOrLastLinePlaceholder }) {
  return printDiffLine(line, isFirstOrLast, bColor, bIndicator, changeLineTrailingSpaceColor, emptyFirstOrLastLinePlaceholder);
}
function printCommonLine(line, isFirstOrLast, { commonColor, commonIndicator, commonLineTrailingSpaceColor, emptyFirstOrLastLinePlaceholder }) {
  return printDiffLine(line, isFirstOrLast, commonColor, commonIndicator, commonLineTrailingSpaceColor, emptyFirstOrLastLinePlaceholder);
}
function createPatchMark(aStart, aEnd, bStart, bEnd, { patchColor }) {
  return patchColor(`@@ -${aStart + 1},${aEnd - aStart} +${bStart + 1},${bEnd - bStart} @@`);
}
function joinAlignedDiffsNoExpand(diffs, options3) {
  const iLength = diffs.length;
  const nContextLines = options3.contextLines;
  const nContextLines2 = nContextLines + nContextLines;
  let jLength = iLength;
  let hasExcessAtStartOrEnd = false;
  let nExcessesBetweenChanges = 0;
  let i2 = 0;
  while (i2 !== iLength) {
    const iStart = i2;
    while (i2 !== iLength && diffs[i2][0] === DIFF_EQUAL) {
      i2 += 1;
    }
    if (iStart !== i2) {
      if (iStart === 0) {
        if (i2 > nContextLines) {
          jLength -= i2 - nContextLines;
          hasExcessAtStartOrEnd = true;
        }
      } else if (i2 === iLength) {
        const n = i2 - iStart;
        if (n > nContextLines) {
          jLength -= n - nContextLines;
          hasExcessAtStartOrEnd = true;
        }
      } else {
        const n = i2 - iStart;
        if (n > nContextLines2) {
          jLength -= n - nContextLines2;
          nExcessesBetweenChanges += 1;
        }
      }
    }
    while (i2 !== iLength && diffs[i2][0] !== DIFF_EQUAL) {
      i2 += 1;
    }
  }
  const hasPatch = nExcessesBetweenChanges !== 0 || hasExcessAtStartOrEnd;
  if (nExcessesBetweenChanges !== 0) {
    jLength += nExcessesBetweenChanges + 1;
  } else if (hasExcessAtStartOrEnd) {
    jLength += 1;
  }
  const jLast = jLength - 1;
  const lines = [];
  let jPatchMark = 0;
  if (hasPatch) {
    lines.push("");
  }
  let aStart = 0;
  let bStart = 0;
  let aEnd = 0;
  let bEnd = 0;
  const pushCommonLine = (line) => {
    const j = lines.length;
    lines.push(printCommonLine(line, j === 0 || j === jLast, options3));
    aEnd += 1;
    bEnd += 1;
  };
  const pushDeleteLine = (line) => {
    const j = lines.length;
    lines.push(printDeleteLine(line, j === 0 || j === jLast, options3));
    aEnd += 1;
  };
  const pushInsertLine = (line) => {
    const j = lines.length;
    lines.push(printInsertLine(line, j === 0 || j === jLast, options3));
    bEnd += 1;
  };
  i2 = 0;
  while (i2 !== iLength) {
    let iStart = i2;
    while (i2 !== iLength && diffs[i2][0] === DIFF_EQUAL) {
      i2 += 1;
    }
    if (iStart !== i2) {
      if (iStart === 0) {
        if (i2 > nContextLines) {
          iStart = i2 - nContextLines;
          aStart = iStart;
          bStart = iStart;
          aEnd = aStart;
          bEnd = bStart;
        }
        for (let iCommon = iStart; iCommon !== i2; iCommon += 1) {
          pushCommonLine(diffs[iCommon][1]);
        }
      } else if (i2 === iLength) {
        const iEnd = i2 - iStart > nContextLines ? iStart + nContextLines : i2;
        for (let iCommon = iStart; iCommon !== iEnd; iCommon += 1) {
          pushCommonLine(diffs[iCommon][1]);
        }
      } else {
        const nCommon = i2 - iStart;
        if (nCommon > nContextLines2) {
          const iEnd = iStart + nContextLines;
          for (let iCommon = iStart; iCommon !== iEnd; iCommon += 1) {
            pushCommonLine(diffs[iCommon][1]);
          }
          lines[jPatchMark] = createPatchMark(aStart, aEnd, bStart, bEnd, options3);
          jPatchMark = lines.length;
          lines.push("");
          const nOmit = nCommon - nContextLines2;
          aStart = aEnd + nOmit;
          bStart = bEnd + nOmit;
          aEnd = aStart;
          bEnd = bStart;
          for (let iCommon = i2 - nContextLines; iCommon !== i2; iCommon += 1) {
            pushCommonLine(diffs[iCommon][1]);
          }
        } else {
          for (let iCommon = iStart; iCommon !== i2; iCommon += 1) {
            pushCommonLine(diffs[iCommon][1]);
          }
        }
      }
    }
    while (i2 !== iLength && diffs[i2][0] === DIFF_DELETE) {
      pushDeleteLine(diffs[i2][1]);
      i2 += 1;
    }
    while (i2 !== iLength && diffs[i2][0] === DIFF_INSERT) {
      pushInsertLine(diffs[i2][1]);
      i2 += 1;
    }
  }
  if (hasPatch) {
    lines[jPatchMark] = createPatchMark(aStart, aEnd, bStart, bEnd, options3);
  }
  return lines.join("\n");
}
function joinAlignedDiffsExpand(diffs, options3) {
  return diffs.map((diff2, i2, diffs2) => {
    const line = diff2[1];
    const isFirstOrLast = i2 === 0 || i2 === diffs2.length - 1;
    switch (diff2[0]) {
      case DIFF_DELETE:
        return printDeleteLine(line, isFirstOrLast, options3);
      case DIFF_INSERT:
        return printInsertLine(line, isFirstOrLast, options3);
      default:
        return printCommonLine(line, isFirstOrLast, options3);
    }
  }).join("\n");
}
var noColor = (string5) => string5;
var DIFF_CONTEXT_DEFAULT = 5;
var DIFF_TRUNCATE_THRESHOLD_DEFAULT = 0;
function getDefaultOptions() {
  return {
    aAnnotation: "Expected",
    aColor: $.green,
    aIndicator: "-",
    bAnnotation: "Received",
    bColor: $.red,
    bIndicator: "+",
    changeColor: $.inverse,
    changeLineTrailingSpaceColor: noColor,
    commonColor: $.dim,
    commonIndicator: " ",
    commonLineTrailingSpaceColor: noColor,
    compareKeys: void 0,
    contextLines: DIFF_CONTEXT_DEFAULT,
    emptyFirstOrLastLinePlaceholder: "",
    expand: false,
    includeChangeCounts: false,
    omitAnnotationLines: false,
    patchColor: $.yellow,
    printBasicPrototype: false,
    truncateThreshold: DIFF_TRUNCATE_THRESHOLD_DEFAULT,
    truncateAnnotation: "... Diff result is truncated",
    truncateAnnotationColor: noColor
  };
}
function getCompareKeys(compareKeys) {
  return compareKeys && typeof compareKeys === "function" ? compareKeys : void 0;
}
function getContextLines(contextLines) {
  return typeof contextLines === "number" && Number.isSafeInteger(contextLines) && contextLines >= 0 ? contextLines : DIFF_CONTEXT_DEFAULT;
}
function normalizeDiffOptions(options3 = {}) {
  return {
    ...getDefaultOptions(),
    ...options3,
    compareKeys: getCompareKeys(options3.compareKeys),
    contextLines: getContextLines(options3.contextLines)
  };
}
function isEmptyString(lines) {
  return lines.length === 1 && lines[0].length === 0;
}
function countChanges(diffs) {
  let a = 0;
  let b3 = 0;
  diffs.forEach((diff2) => {
    switch (diff2[0]) {
      case DIFF_DELETE:
        a += 1;
        break;
      case DIFF_INSERT:
        b3 += 1;
        break;
    }
  });
  return {
    a,
    b: b3
  };
}
function printAnnotation({ aAnnotation, aColor, aIndicator, bAnnotation, bColor, bIndicator, includeChangeCounts, omitAnnotationLines }, changeCounts) {
  if (omitAnnotationLines) {
    return "";
  }
  let aRest = "";
  let bRest = "";
  if (includeChangeCounts) {
    const aCount = String(changeCounts.a);
    const bCount = String(changeCounts.b);
    const baAnnotationLengthDiff = bAnnotation.length - aAnnotation.length;
    const aAnnotationPadding = " ".repeat(Math.max(0, baAnnotationLengthDiff));
    const bAnnotationPadding = " ".repeat(Math.max(0, -baAnnotationLengthDiff));
    const baCountLengthDiff = bCount.length - aCount.length;
    const aCountPadding = " ".repeat(Math.max(0, baCountLengthDiff));
    const bCountPadding = " ".repeat(Math.max(0, -baCountLengthDiff));
    aRest = `${aAnnotationPadding}  ${aIndicator} ${aCountPadding}${aCount}`;
    bRest = `${bAnnotationPadding}  ${bIndicator} ${bCountPadding}${bCount}`;
  }
  const a = `${aIndicator} ${aAnnotation}${aRest}`;
  const b3 = `${bIndicator} ${bAnnotation}${bRest}`;
  return `${aColor(a)}
${bColor(b3)}

`;
}
function printDiffLines(diffs, truncated, options3) {
  return printAnnotation(options3, countChanges(diffs)) + (options3.expand ? joinAlignedDiffsExpand(diffs, options3) : joinAlignedDiffsNoExpand(diffs, options3)) + (truncated ? options3.truncateAnnotationColor(`
${options3.truncateAnnotation}`) : "");
}
function diffLinesUnified(aLines, bLines, options3) {
  const normalizedOptions = normalizeDiffOptions(options3);
  const [diffs, truncated] = diffLinesRaw(isEmptyString(aLines) ? [] : aLines, isEmptyString(bLines) ? [] : bLines, normalizedOptions);
  return printDiffLines(diffs, truncated, normalizedOptions);
}
function diffLinesUnified2(aLinesDisplay, bLinesDisplay, aLinesCompare, bLinesCompare, options3) {
  if (isEmptyString(aLinesDisplay) && isEmptyString(aLinesCompare)) {
    aLinesDisplay = [];
    aLinesCompare = [];
  }
  if (isEmptyString(bLinesDisplay) && isEmptyString(bLinesCompare)) {
    bLinesDisplay = [];
    bLinesCompare = [];
  }
  if (aLinesDisplay.length !== aLinesCompare.length || bLinesDisplay.length !== bLinesCompare.length) {
    return diffLinesUnified(aLinesDisplay, bLinesDisplay, options3);
  }
  const [diffs, truncated] = diffLinesRaw(aLinesCompare, bLinesCompare, options3);
  let aIndex = 0;
  let bIndex = 0;
  diffs.forEach((diff2) => {
    switch (diff2[0]) {
      case DIFF_DELETE:
        diff2[1] = aLinesDisplay[aIndex];
        aIndex += 1;
        break;
      case DIFF_INSERT:
        diff2[1] = bLinesDisplay[bIndex];
        bIndex += 1;
        break;
      default:
        diff2[1] = bLinesDisplay[bIndex];
        aIndex += 1;
        bIndex += 1;
    }
  });
  return printDiffLines(diffs, truncated, normalizeDiffOptions(options3));
}
function diffLinesRaw(aLines, bLines, options3) {
  const truncate2 = options3?.truncateThreshold ?? false;
  const truncateThreshold = Math.max(Math.floor(options3?.truncateThreshold ?? 0), 0);
  const aLength = truncate2 ? Math.min(aLines.length, truncateThreshold) : aLines.length;
  const bLength = truncate2 ? Math.min(bLines.length, truncateThreshold) : bLines.length;
  const truncated = aLength !== aLines.length || bLength !== bLines.length;
  const isCommon = (aIndex2, bIndex2) => aLines[aIndex2] === bLines[bIndex2];
  const diffs = [];
  let aIndex = 0;
  let bIndex = 0;
  const foundSubsequence = (nCommon, aCommon, bCommon) => {
    for (; aIndex !== aCommon; aIndex += 1) {
      diffs.push(new Diff(DIFF_DELETE, aLines[aIndex]));
    }
    for (; bIndex !== bCommon; bIndex += 1) {
      diffs.push(new Diff(DIFF_INSERT, bLines[bIndex]));
    }
    for (; nCommon !== 0; nCommon -= 1, aIndex += 1, bIndex += 1) {
      diffs.push(new Diff(DIFF_EQUAL, bLines[bIndex]));
    }
  };
  diffSequences(aLength, bLength, isCommon, foundSubsequence);
  for (; aIndex !== aLength; aIndex += 1) {
    diffs.push(new Diff(DIFF_DELETE, aLines[aIndex]));
  }
  for (; bIndex !== bLength; bIndex += 1) {
    diffs.push(new Diff(DIFF_INSERT, bLines[bIndex]));
  }
  return [diffs, truncated];
}
function getType3(value) {
  if (value === void 0) {
    return "undefined";
  } else if (value === null) {
    return "null";
  } else if (Array.isArray(value)) {
    return "array";
  } else if (typeof value === "boolean") {
    return "boolean";
  } else if (typeof value === "function") {
    return "function";
  } else if (typeof value === "number") {
    return "number";
  } else if (typeof value === "string") {
    return "string";
  } else if (typeof value === "bigint") {
    return "bigint";
  } else if (typeof value === "object") {
    if (value != null) {
      if (value.constructor === RegExp) {
        return "regexp";
      } else if (value.constructor === Map) {
        return "map";
      } else if (value.constructor === Set) {
        return "set";
      } else if (value.constructor === Date) {
        return "date";
      }
    }
    return "object";
  } else if (typeof value === "symbol") {
    return "symbol";
  }
  throw new Error(`value of unknown type: ${value}`);
}
function getNewLineSymbol(string5) {
  return string5.includes("\r\n") ? "\r\n" : "\n";
}
function diffStrings(a, b3, options3) {
  const truncate2 = options3?.truncateThreshold ?? false;
  const truncateThreshold = Math.max(Math.floor(options3?.truncateThreshold ?? 0), 0);
  let aLength = a.length;
  let bLength = b3.length;
  if (truncate2) {
    const aMultipleLines = a.includes("\n");
    const bMultipleLines = b3.includes("\n");
    const aNewLineSymbol = getNewLineSymbol(a);
    const bNewLineSymbol = getNewLineSymbol(b3);
    const _a = aMultipleLines ? `${a.split(aNewLineSymbol, truncateThreshold).join(aNewLineSymbol)}
` : a;
    const _b = bMultipleLines ? `${b3.split(bNewLineSymbol, truncateThreshold).join(bNewLineSymbol)}
` : b3;
    aLength = _a.length;
    bLength = _b.length;
  }
  const truncated = aLength !== a.length || bLength !== b3.length;
  const isCommon = (aIndex2, bIndex2) => a[aIndex2] === b3[bIndex2];
  let aIndex = 0;
  let bIndex = 0;
  const diffs = [];
  const foundSubsequence = (nCommon, aCommon, bCommon) => {
    if (aIndex !== aCommon) {
      diffs.push(new Diff(DIFF_DELETE, a.slice(aIndex, aCommon)));
    }
    if (bIndex !== bCommon) {
      diffs.push(new Diff(DIFF_INSERT, b3.slice(bIndex, bCommon)));
    }
    aIndex = aCommon + nCommon;
    bIndex = bCommon + nCommon;
    diffs.push(new Diff(DIFF_EQUAL, b3.slice(bCommon, bIndex)));
  };
  diffSequences(aLength, bLength, isCommon, foundSubsequence);
  if (aIndex !== aLength) {
    diffs.push(new Diff(DIFF_DELETE, a.slice(aIndex)));
  }
  if (bIndex !== bLength) {
    diffs.push(new Diff(DIFF_INSERT, b3.slice(bIndex)));
  }
  return [diffs, truncated];
}
function concatenateRelevantDiffs(op, diffs, changeColor) {
  return diffs.reduce((reduced, diff2) => reduced + (diff2[0] === DIFF_EQUAL ? diff2[1] : diff2[0] === op && diff2[1].length !== 0 ? changeColor(diff2[1]) : ""), "");
}
var ChangeBuffer = class {
  op;
  line;
  lines;
  changeColor;
  constructor(op, changeColor) {
    this.op = op;
    this.line = [];
    this.lines = [];
    this.changeColor = changeColor;
  }
  pushSubstring(substring) {
    this.pushDiff(new Diff(this.op, substring));
  }
  pushLine() {
    this.lines.push(this.line.length !== 1 ? new Diff(this.op, concatenateRelevantDiffs(this.op, this.line, this.changeColor)) : this.line[0][0] === this.op ? this.line[0] : new Diff(this.op, this.line[0][1]));
    this.line.length = 0;
  }
  isLineEmpty() {
    return this.line.length === 0;
  }
  // Minor input to buffer.
  pushDiff(diff2) {
    this.line.push(diff2);
  }
  // Main input to buffer.
  align(diff2) {
    const string5 = diff2[1];
    if (string5.includes("\n")) {
      const substrings = string5.split("\n");
      const iLast = substrings.length - 1;
      substrings.forEach((substring, i2) => {
        if (i2 < iLast) {
          this.pushSubstring(substring);
          this.pushLine();
        } else if (substring.length !== 0) {
          this.pushSubstring(substring);
        }
      });
    } else {
      this.pushDiff(diff2);
    }
  }
  // Output from buffer.
  moveLinesTo(lines) {
    if (!this.isLineEmpty()) {
      this.pushLine();
    }
    lines.push(...this.lines);
    this.lines.length = 0;
  }
};
var CommonBuffer = class {
  deleteBuffer;
  insertBuffer;
  lines;
  constructor(deleteBuffer, insertBuffer) {
    this.deleteBuffer = deleteBuffer;
    this.insertBuffer = insertBuffer;
    this.lines = [];
  }
  pushDiffCommonLine(diff2) {
    this.lines.push(diff2);
  }
  pushDiffChangeLines(diff2) {
    const isDiffEmpty = diff2[1].length === 0;
    if (!isDiffEmpty || this.deleteBuffer.isLineEmpty()) {
      this.deleteBuffer.pushDiff(diff2);
    }
    if (!isDiffEmpty || this.insertBuffer.isLineEmpty()) {
      this.insertBuffer.pushDiff(diff2);
    }
  }
  flushChangeLines() {
    this.deleteBuffer.moveLinesTo(this.lines);
    this.insertBuffer.moveLinesTo(this.lines);
  }
  // Input to buffer.
  align(diff2) {
    const op = diff2[0];
    const string5 = diff2[1];
    if (string5.includes("\n")) {
      const substrings = string5.split("\n");
      const iLast = substrings.length - 1;
      substrings.forEach((substring, i2) => {
        if (i2 === 0) {
          const subdiff = new Diff(op, substring);
          if (this.deleteBuffer.isLineEmpty() && this.insertBuffer.isLineEmpty()) {
            this.flushChangeLines();
            this.pushDiffCommonLine(subdiff);
          } else {
            this.pushDiffChangeLines(subdiff);
            this.flushChangeLines();
          }
        } else if (i2 < iLast) {
          this.pushDiffCommonLine(new Diff(op, substring));
        } else if (substring.length !== 0) {
          this.pushDiffChangeLines(new Diff(op, substring));
        }
      });
    } else {
      this.pushDiffChangeLines(diff2);
    }
  }
  // Output from buffer.
  getLines() {
    this.flushChangeLines();
    return this.lines;
  }
};
function getAlignedDiffs(diffs, changeColor) {
  const deleteBuffer = new ChangeBuffer(DIFF_DELETE, changeColor);
  const insertBuffer = new ChangeBuffer(DIFF_INSERT, changeColor);
  const commonBuffer = new CommonBuffer(deleteBuffer, insertBuffer);
  diffs.forEach((diff2) => {
    switch (diff2[0]) {
      case DIFF_DELETE:
        deleteBuffer.align(diff2);
        break;
      case DIFF_INSERT:
        insertBuffer.align(diff2);
        break;
      default:
        commonBuffer.align(diff2);
    }
  });
  return commonBuffer.getLines();
}
function hasCommonDiff(diffs, isMultiline) {
  if (isMultiline) {
    const iLast = diffs.length - 1;
    return diffs.some((diff2, i2) => diff2[0] === DIFF_EQUAL && (i2 !== iLast || diff2[1] !== "\n"));
  }
  return diffs.some((diff2) => diff2[0] === DIFF_EQUAL);
}
function diffStringsUnified(a, b3, options3) {
  if (a !== b3 && a.length !== 0 && b3.length !== 0) {
    const isMultiline = a.includes("\n") || b3.includes("\n");
    const [diffs, truncated] = diffStringsRaw(isMultiline ? `${a}
` : a, isMultiline ? `${b3}
` : b3, true, options3);
    if (hasCommonDiff(diffs, isMultiline)) {
      const optionsNormalized = normalizeDiffOptions(options3);
      const lines = getAlignedDiffs(diffs, optionsNormalized.changeColor);
      return printDiffLines(lines, truncated, optionsNormalized);
    }
  }
  return diffLinesUnified(a.split("\n"), b3.split("\n"), options3);
}
function diffStringsRaw(a, b3, cleanup, options3) {
  const [diffs, truncated] = diffStrings(a, b3, options3);
  if (cleanup) {
    diff_cleanupSemantic(diffs);
  }
  return [diffs, truncated];
}
function getCommonMessage(message, options3) {
  const { commonColor } = normalizeDiffOptions(options3);
  return commonColor(message);
}
var { AsymmetricMatcher: AsymmetricMatcher2, DOMCollection: DOMCollection2, DOMElement: DOMElement2, Immutable: Immutable2, ReactElement: ReactElement2, ReactTestComponent: ReactTestComponent2 } = plugins;
var PLUGINS2 = [
  ReactTestComponent2,
  ReactElement2,
  DOMElement2,
  DOMCollection2,
  Immutable2,
  AsymmetricMatcher2,
  plugins.Error
];
var FORMAT_OPTIONS = {
  maxDepth: 20,
  plugins: PLUGINS2
};
var FALLBACK_FORMAT_OPTIONS = {
  callToJSON: false,
  maxDepth: 8,
  plugins: PLUGINS2
};
var DEFAULT_MEMORIZE = (_, v) => v;
function diff(a, b3, options3, memorize = DEFAULT_MEMORIZE) {
  if (Object.is(a, b3)) {
    return "";
  }
  const aType = getType3(a);
  let expectedType = aType;
  let omitDifference = false;
  if (aType === "object" && typeof a.asymmetricMatch === "function") {
    if (a.$$typeof !== /* @__PURE__ */ Symbol.for("jest.asymmetricMatcher")) {
      return void 0;
    }
    if (typeof a.getExpectedType !== "function") {
      return void 0;
    }
    expectedType = a.getExpectedType();
    omitDifference = expectedType === "string";
  }
  if (expectedType !== getType3(b3)) {
    let truncate2 = function(s2) {
      return s2.length <= MAX_LENGTH ? s2 : `${s2.slice(0, MAX_LENGTH)}...`;
    };
    const { aAnnotation, aColor, aIndicator, bAnnotation, bColor, bIndicator } = normalizeDiffOptions(options3);
    const formatOptions = getFormatOptions(FALLBACK_FORMAT_OPTIONS, options3);
    let aDisplay = format(a, formatOptions);
    let bDisplay = format(b3, formatOptions);
    const MAX_LENGTH = 1e5;
    aDisplay = memorize("expected", truncate2(aDisplay));
    bDisplay = memorize("actual", truncate2(bDisplay));
    const aDiff = `${aColor(`${aIndicator} ${aAnnotation}:`)}
${aDisplay}`;
    const bDiff = `${bColor(`${bIndicator} ${bAnnotation}:`)}
${bDisplay}`;
    return `${aDiff}

${bDiff}`;
  }
  if (omitDifference) {
    return void 0;
  }
  switch (aType) {
    case "string":
      return diffLinesUnified(a.split("\n"), b3.split("\n"), options3);
    case "boolean":
    case "number":
      return comparePrimitive(a, b3, options3, memorize);
    case "map":
      return compareObjects(sortMap(a), sortMap(b3), options3, memorize);
    case "set":
      return compareObjects(sortSet(a), sortSet(b3), options3, memorize);
    default:
      return compareObjects(a, b3, options3, memorize);
  }
}
function createMemorize(memory) {
  return (pointer, stringifiedValue) => {
    memory[pointer] = stringifiedValue;
    return stringifiedValue;
  };
}
function comparePrimitive(a, b3, options3, memorize = DEFAULT_MEMORIZE) {
  const aFormat = memorize("expected", format(a, FORMAT_OPTIONS));
  const bFormat = memorize("actual", format(b3, FORMAT_OPTIONS));
  return aFormat === bFormat ? "" : diffLinesUnified(aFormat.split("\n"), bFormat.split("\n"), options3);
}
function sortMap(map) {
  return new Map(Array.from(map.entries()).sort());
}
function sortSet(set2) {
  return new Set(Array.from(set2.values()).sort());
}
function compareObjects(a, b3, options3, memorize = DEFAULT_MEMORIZE) {
  let difference;
  let hasThrown = false;
  try {
    const formatOptions = getFormatOptions(FORMAT_OPTIONS, options3);
    difference = getObjectsDifference(a, b3, formatOptions, options3, memorize);
  } catch {
    hasThrown = true;
  }
  const noDiffMessage = getCommonMessage(NO_DIFF_MESSAGE, options3);
  if (difference === void 0 || difference === noDiffMessage) {
    const formatOptions = getFormatOptions(FALLBACK_FORMAT_OPTIONS, options3);
    difference = getObjectsDifference(a, b3, formatOptions, options3, memorize);
    if (difference !== noDiffMessage && !hasThrown) {
      difference = `${getCommonMessage(SIMILAR_MESSAGE, options3)}

${difference}`;
    }
  }
  return difference;
}
function getDefaultFormatOptions(options3) {
  return getFormatOptions(FORMAT_OPTIONS, options3);
}
function getFormatOptions(formatOptions, options3) {
  const { compareKeys, printBasicPrototype, maxDepth } = normalizeDiffOptions(options3);
  return {
    ...formatOptions,
    compareKeys,
    printBasicPrototype,
    maxDepth: maxDepth ?? formatOptions.maxDepth
  };
}
function getObjectsDifference(a, b3, formatOptions, options3, memorize = DEFAULT_MEMORIZE) {
  const formatOptionsZeroIndent = {
    ...formatOptions,
    indent: 0
  };
  const aCompare = format(a, formatOptionsZeroIndent);
  const bCompare = format(b3, formatOptionsZeroIndent);
  if (aCompare === bCompare) {
    return getCommonMessage(NO_DIFF_MESSAGE, options3);
  } else {
    const aDisplay = memorize("expected", format(a, formatOptions));
    const bDisplay = memorize("actual", format(b3, formatOptions));
    return diffLinesUnified2(aDisplay.split("\n"), bDisplay.split("\n"), aCompare.split("\n"), bCompare.split("\n"), options3);
  }
}
var MAX_DIFF_STRING_LENGTH = 2e4;
function isAsymmetricMatcher(data) {
  const type3 = getType2(data);
  return type3 === "Object" && typeof data.asymmetricMatch === "function";
}
function isReplaceable(obj1, obj2) {
  const obj1Type = getType2(obj1);
  const obj2Type = getType2(obj2);
  return obj1Type === obj2Type && (obj1Type === "Object" || obj1Type === "Array");
}
function printDiffOrStringify(received, expected, options3, memory) {
  const { aAnnotation, bAnnotation } = normalizeDiffOptions(options3);
  if (typeof expected === "string" && typeof received === "string" && expected.length > 0 && received.length > 0 && expected.length <= MAX_DIFF_STRING_LENGTH && received.length <= MAX_DIFF_STRING_LENGTH && expected !== received) {
    if (expected.includes("\n") || received.includes("\n")) {
      return diffStringsUnified(expected, received, options3);
    }
    const [diffs] = diffStringsRaw(expected, received, true);
    const hasCommonDiff2 = diffs.some((diff2) => diff2[0] === DIFF_EQUAL);
    const printLabel = getLabelPrinter(aAnnotation, bAnnotation);
    const expectedLine = printLabel(aAnnotation) + printExpected(getCommonAndChangedSubstrings(diffs, DIFF_DELETE, hasCommonDiff2));
    const receivedLine = printLabel(bAnnotation) + printReceived(getCommonAndChangedSubstrings(diffs, DIFF_INSERT, hasCommonDiff2));
    return `${expectedLine}
${receivedLine}`;
  }
  const clonedExpected = deepClone(expected, { forceWritable: true });
  const clonedReceived = deepClone(received, { forceWritable: true });
  const { replacedExpected, replacedActual } = replaceAsymmetricMatcher(clonedReceived, clonedExpected);
  const memorize = memory ? createMemorize(memory) : DEFAULT_MEMORIZE;
  const difference = diff(replacedExpected, replacedActual, options3, memorize);
  return difference;
}
function replaceAsymmetricMatcher(actual, expected, actualReplaced = /* @__PURE__ */ new WeakSet(), expectedReplaced = /* @__PURE__ */ new WeakSet()) {
  if (actual instanceof Error && expected instanceof Error && typeof actual.cause !== "undefined" && typeof expected.cause === "undefined") {
    delete actual.cause;
    return {
      replacedActual: actual,
      replacedExpected: expected
    };
  }
  if (!isReplaceable(actual, expected)) {
    return {
      replacedActual: actual,
      replacedExpected: expected
    };
  }
  if (actualReplaced.has(actual) || expectedReplaced.has(expected)) {
    return {
      replacedActual: actual,
      replacedExpected: expected
    };
  }
  actualReplaced.add(actual);
  expectedReplaced.add(expected);
  getOwnProperties(expected).forEach((key) => {
    const expectedValue = expected[key];
    const actualValue = actual[key];
    if (isAsymmetricMatcher(expectedValue)) {
      if (expectedValue.asymmetricMatch(actualValue)) {
        expected[key] = actualValue;
      } else if ("sample" in expectedValue && expectedValue.sample !== void 0 && isReplaceable(actualValue, expectedValue.sample)) {
        const replaced = replaceAsymmetricMatcher(actualValue, expectedValue.sample, actualReplaced, expectedReplaced);
        actual[key] = replaced.replacedActual;
        expected[key] = replaced.replacedExpected;
      }
    } else if (isAsymmetricMatcher(actualValue)) {
      if (actualValue.asymmetricMatch(expectedValue)) {
        actual[key] = expectedValue;
      } else if ("sample" in actualValue && actualValue.sample !== void 0 && isReplaceable(actualValue.sample, expectedValue)) {
        const replaced = replaceAsymmetricMatcher(actualValue.sample, expectedValue, actualReplaced, expectedReplaced);
        actual[key] = replaced.replacedActual;
        expected[key] = replaced.replacedExpected;
      }
    } else if (isReplaceable(actualValue, expectedValue)) {
      const replaced = replaceAsymmetricMatcher(actualValue, expectedValue, actualReplaced, expectedReplaced);
      actual[key] = replaced.replacedActual;
      expected[key] = replaced.replacedExpected;
    }
  });
  return {
    replacedActual: actual,
    replacedExpected: expected
  };
}
function getLabelPrinter(...strings) {
  const maxLength = strings.reduce((max, string5) => string5.length > max ? string5.length : max, 0);
  return (string5) => `${string5}: ${" ".repeat(maxLength - string5.length)}`;
}
var SPACE_SYMBOL = "\xB7";
function replaceTrailingSpaces(text2) {
  return text2.replace(/\s+$/gm, (spaces) => SPACE_SYMBOL.repeat(spaces.length));
}
function printReceived(object) {
  return $.red(replaceTrailingSpaces(stringify(object)));
}
function printExpected(value) {
  return $.green(replaceTrailingSpaces(stringify(value)));
}
function getCommonAndChangedSubstrings(diffs, op, hasCommonDiff2) {
  return diffs.reduce((reduced, diff2) => reduced + (diff2[0] === DIFF_EQUAL ? diff2[1] : diff2[0] === op ? hasCommonDiff2 ? $.inverse(diff2[1]) : diff2[1] : ""), "");
}

// node_modules/.pnpm/@vitest+spy@4.1.12/node_modules/@vitest/spy/dist/index.js
function isMockFunction(fn) {
  return typeof fn === "function" && "_isMockFunction" in fn && fn._isMockFunction === true;
}

// node_modules/.pnpm/@vitest+utils@4.1.12/node_modules/@vitest/utils/dist/serialize.js
var IS_RECORD_SYMBOL = "@@__IMMUTABLE_RECORD__@@";
var IS_COLLECTION_SYMBOL = "@@__IMMUTABLE_ITERABLE__@@";
function isImmutable(v) {
  return v && (v[IS_COLLECTION_SYMBOL] || v[IS_RECORD_SYMBOL]);
}
var OBJECT_PROTO = Object.getPrototypeOf({});
function getUnserializableMessage(err) {
  if (err instanceof Error) {
    return `<unserializable>: ${err.message}`;
  }
  if (typeof err === "string") {
    return `<unserializable>: ${err}`;
  }
  return "<unserializable>";
}
function serializeValue(val, seen = /* @__PURE__ */ new WeakMap()) {
  if (!val || typeof val === "string") {
    return val;
  }
  if (val instanceof Error && "toJSON" in val && typeof val.toJSON === "function") {
    const jsonValue5 = val.toJSON();
    if (jsonValue5 && jsonValue5 !== val && typeof jsonValue5 === "object") {
      if (typeof val.message === "string") {
        safe(() => jsonValue5.message ??= normalizeErrorMessage(val.message));
      }
      if (typeof val.stack === "string") {
        safe(() => jsonValue5.stack ??= val.stack);
      }
      if (typeof val.name === "string") {
        safe(() => jsonValue5.name ??= val.name);
      }
      if (val.cause != null) {
        safe(() => jsonValue5.cause ??= serializeValue(val.cause, seen));
      }
    }
    return serializeValue(jsonValue5, seen);
  }
  if (typeof val === "function") {
    return `Function<${val.name || "anonymous"}>`;
  }
  if (typeof val === "symbol") {
    return val.toString();
  }
  if (typeof val !== "object") {
    return val;
  }
  if (typeof Buffer !== "undefined" && val instanceof Buffer) {
    return `<Buffer(${val.length}) ...>`;
  }
  if (typeof Uint8Array !== "undefined" && val instanceof Uint8Array) {
    return `<Uint8Array(${val.length}) ...>`;
  }
  if (isImmutable(val)) {
    return serializeValue(val.toJSON(), seen);
  }
  if (val instanceof Promise || val.constructor && val.constructor.prototype === "AsyncFunction") {
    return "Promise";
  }
  if (typeof Element !== "undefined" && val instanceof Element) {
    return val.tagName;
  }
  if (typeof val.toJSON === "function") {
    return serializeValue(val.toJSON(), seen);
  }
  if (seen.has(val)) {
    return seen.get(val);
  }
  if (Array.isArray(val)) {
    const clone2 = new Array(val.length);
    seen.set(val, clone2);
    val.forEach((e2, i2) => {
      try {
        clone2[i2] = serializeValue(e2, seen);
      } catch (err) {
        clone2[i2] = getUnserializableMessage(err);
      }
    });
    return clone2;
  } else {
    const clone2 = /* @__PURE__ */ Object.create(null);
    seen.set(val, clone2);
    let obj = val;
    while (obj && obj !== OBJECT_PROTO) {
      Object.getOwnPropertyNames(obj).forEach((key) => {
        if (key in clone2) {
          return;
        }
        try {
          clone2[key] = serializeValue(val[key], seen);
        } catch (err) {
          delete clone2[key];
          clone2[key] = getUnserializableMessage(err);
        }
      });
      obj = Object.getPrototypeOf(obj);
    }
    if (val instanceof Error) {
      safe(() => clone2.message = normalizeErrorMessage(val.message));
    }
    return clone2;
  }
}
function safe(fn) {
  try {
    return fn();
  } catch {
  }
}
function normalizeErrorMessage(message) {
  return message.replace(/\(0\s?,\s?__vite_ssr_import_\d+__.(\w+)\)/g, "$1").replace(/__(vite_ssr_import|vi_import)_\d+__\./g, "").replace(/getByTestId('__vitest_\d+__')/g, "page");
}

// node_modules/.pnpm/@vitest+utils@4.1.12/node_modules/@vitest/utils/dist/error.js
function processError(_err, diffOptions, seen = /* @__PURE__ */ new WeakSet()) {
  if (!_err || typeof _err !== "object") {
    return { message: String(_err) };
  }
  const err = _err;
  if (err.showDiff || err.showDiff === void 0 && err.expected !== void 0 && err.actual !== void 0) {
    const options3 = {
      ...diffOptions,
      ...err.diffOptions
    };
    err.diff = printDiffOrStringify(err.actual, err.expected, options3, err);
    err.expected = prettifyValue(err.expected, options3);
    err.actual = prettifyValue(err.actual, options3);
  }
  try {
    if (!seen.has(err) && typeof err.cause === "object") {
      seen.add(err);
      err.cause = processError(err.cause, diffOptions, seen);
    }
  } catch {
  }
  try {
    return serializeValue(err);
  } catch (e2) {
    return serializeValue(new Error(`Failed to fully serialize error: ${e2?.message}
Inner error message: ${err?.message}`));
  }
}
function prettifyValue(value, options3) {
  if (typeof value !== "string") {
    return format(value, getDefaultFormatOptions(options3));
  }
  return value;
}

// node_modules/.pnpm/@vitest+expect@4.1.12/node_modules/@vitest/expect/dist/index.js
var MATCHERS_OBJECT = /* @__PURE__ */ Symbol.for("matchers-object");
var JEST_MATCHERS_OBJECT = /* @__PURE__ */ Symbol.for("$$jest-matchers-object");
var GLOBAL_EXPECT = /* @__PURE__ */ Symbol.for("expect-global");
var ASYMMETRIC_MATCHERS_OBJECT = /* @__PURE__ */ Symbol.for("asymmetric-matchers-object");
var customMatchers = {
  toSatisfy(actual, expected, message) {
    const { printReceived: printReceived3, printExpected: printExpected3, matcherHint: matcherHint2 } = this.utils;
    const pass = expected(actual);
    return {
      pass,
      message: () => pass ? `${matcherHint2(".not.toSatisfy", "received", "")}

Expected value to not satisfy:
${message || printExpected3(expected)}
Received:
${printReceived3(actual)}` : `${matcherHint2(".toSatisfy", "received", "")}

Expected value to satisfy:
${message || printExpected3(expected)}

Received:
${printReceived3(actual)}`
    };
  },
  toBeOneOf(actual, expected) {
    const { equals: equals2, customTesters } = this;
    const { printReceived: printReceived3, printExpected: printExpected3, matcherHint: matcherHint2 } = this.utils;
    let pass;
    if (Array.isArray(expected)) {
      pass = expected.length === 0 || expected.some((item) => equals2(item, actual, customTesters));
    } else if (expected instanceof Set) {
      pass = expected.size === 0 || expected.has(actual) || [...expected].some((item) => equals2(item, actual, customTesters));
    } else {
      throw new TypeError(`You must provide an array or set to ${matcherHint2(".toBeOneOf")}, not '${typeof expected}'.`);
    }
    return {
      pass,
      message: () => pass ? `${matcherHint2(".not.toBeOneOf", "received", "")}

Expected value to not be one of:
${printExpected3(expected)}
Received:
${printReceived3(actual)}` : `${matcherHint2(".toBeOneOf", "received", "")}

Expected value to be one of:
${printExpected3(expected)}

Received:
${printReceived3(actual)}`
    };
  }
};
var EXPECTED_COLOR = $.green;
var RECEIVED_COLOR = $.red;
var INVERTED_COLOR = $.inverse;
var BOLD_WEIGHT = $.bold;
var DIM_COLOR = $.dim;
function matcherHint(matcherName, received = "received", expected = "expected", options3 = {}) {
  const { comment = "", isDirectExpectCall = false, isNot = false, promise = "", secondArgument = "", expectedColor = EXPECTED_COLOR, receivedColor = RECEIVED_COLOR, secondArgumentColor = EXPECTED_COLOR } = options3;
  let hint = "";
  let dimString = "expect";
  if (!isDirectExpectCall && received !== "") {
    hint += DIM_COLOR(`${dimString}(`) + receivedColor(received);
    dimString = ")";
  }
  if (promise !== "") {
    hint += DIM_COLOR(`${dimString}.`) + promise;
    dimString = "";
  }
  if (isNot) {
    hint += `${DIM_COLOR(`${dimString}.`)}not`;
    dimString = "";
  }
  if (matcherName.includes(".")) {
    dimString += matcherName;
  } else {
    hint += DIM_COLOR(`${dimString}.`) + matcherName;
    dimString = "";
  }
  if (expected === "") {
    dimString += "()";
  } else {
    hint += DIM_COLOR(`${dimString}(`) + expectedColor(expected);
    if (secondArgument) {
      hint += DIM_COLOR(", ") + secondArgumentColor(secondArgument);
    }
    dimString = ")";
  }
  if (comment !== "") {
    dimString += ` // ${comment}`;
  }
  if (dimString !== "") {
    hint += DIM_COLOR(dimString);
  }
  return hint;
}
var SPACE_SYMBOL2 = "\xB7";
function replaceTrailingSpaces2(text2) {
  return text2.replace(/\s+$/gm, (spaces) => SPACE_SYMBOL2.repeat(spaces.length));
}
function printReceived2(object) {
  return RECEIVED_COLOR(replaceTrailingSpaces2(stringify(object)));
}
function printExpected2(value) {
  return EXPECTED_COLOR(replaceTrailingSpaces2(stringify(value)));
}
function getMatcherUtils() {
  return {
    EXPECTED_COLOR,
    RECEIVED_COLOR,
    INVERTED_COLOR,
    BOLD_WEIGHT,
    DIM_COLOR,
    diff,
    matcherHint,
    printReceived: printReceived2,
    printExpected: printExpected2,
    printDiffOrStringify,
    printWithType
  };
}
function printWithType(name, value, print) {
  const type3 = getType2(value);
  const hasType = type3 !== "null" && type3 !== "undefined" ? `${name} has type:  ${type3}
` : "";
  const hasValue = `${name} has value: ${print(value)}`;
  return hasType + hasValue;
}
function getCustomEqualityTesters() {
  return globalThis[JEST_MATCHERS_OBJECT].customEqualityTesters;
}
function equals(a, b3, customTesters, strictCheck) {
  customTesters = customTesters || [];
  return eq(a, b3, [], [], customTesters, strictCheck ? hasKey : hasDefinedKey);
}
var functionToString = Function.prototype.toString;
function isAsymmetric(obj) {
  return !!obj && typeof obj === "object" && "asymmetricMatch" in obj && isA("Function", obj.asymmetricMatch);
}
function asymmetricMatch(a, b3, customTesters) {
  const asymmetricA = isAsymmetric(a);
  const asymmetricB = isAsymmetric(b3);
  if (asymmetricA && asymmetricB) {
    return void 0;
  }
  if (asymmetricA) {
    return a.asymmetricMatch(b3, customTesters);
  }
  if (asymmetricB) {
    return b3.asymmetricMatch(a, customTesters);
  }
}
function isError(value) {
  if (typeof Error.isError === "function") {
    return Error.isError(value);
  }
  switch (Object.prototype.toString.call(value)) {
    case "[object Error]":
    case "[object Exception]":
    case "[object DOMException]":
      return true;
    default:
      return value instanceof Error;
  }
}
function eq(a, b3, aStack, bStack, customTesters, hasKey2) {
  let result2 = true;
  const asymmetricResult = asymmetricMatch(a, b3, customTesters);
  if (asymmetricResult !== void 0) {
    return asymmetricResult;
  }
  const testerContext = { equals };
  for (let i2 = 0; i2 < customTesters.length; i2++) {
    const customTesterResult = customTesters[i2].call(testerContext, a, b3, customTesters);
    if (customTesterResult !== void 0) {
      return customTesterResult;
    }
  }
  if (typeof URL === "function" && a instanceof URL && b3 instanceof URL) {
    return a.href === b3.href;
  }
  if (Object.is(a, b3)) {
    return true;
  }
  if (a === null || b3 === null) {
    return a === b3;
  }
  const className = Object.prototype.toString.call(a);
  if (className !== Object.prototype.toString.call(b3)) {
    return false;
  }
  switch (className) {
    case "[object Boolean]":
    case "[object String]":
    case "[object Number]":
      if (typeof a !== typeof b3) {
        return false;
      } else if (typeof a !== "object" && typeof b3 !== "object") {
        return Object.is(a, b3);
      } else {
        return Object.is(a.valueOf(), b3.valueOf());
      }
    case "[object Date]": {
      const numA = +a;
      const numB = +b3;
      return numA === numB || Number.isNaN(numA) && Number.isNaN(numB);
    }
    case "[object RegExp]":
      return a.source === b3.source && a.flags === b3.flags;
    case "[object Temporal.Instant]":
    case "[object Temporal.ZonedDateTime]":
    case "[object Temporal.PlainDateTime]":
    case "[object Temporal.PlainDate]":
    case "[object Temporal.PlainTime]":
    case "[object Temporal.PlainYearMonth]":
    case "[object Temporal.PlainMonthDay]":
      return a.equals(b3);
    case "[object Temporal.Duration]":
      return a.toString() === b3.toString();
  }
  if (typeof a !== "object" || typeof b3 !== "object") {
    return false;
  }
  if (isDomNode(a) && isDomNode(b3)) {
    return a.isEqualNode(b3);
  }
  let length = aStack.length;
  while (length--) {
    if (aStack[length] === a) {
      return bStack[length] === b3;
    } else if (bStack[length] === b3) {
      return false;
    }
  }
  aStack.push(a);
  bStack.push(b3);
  if (className === "[object Array]" && a.length !== b3.length) {
    return false;
  }
  if (isError(a) && isError(b3)) {
    try {
      return isErrorEqual(a, b3, aStack, bStack, customTesters, hasKey2);
    } finally {
      aStack.pop();
      bStack.pop();
    }
  }
  const aKeys = keys(a, hasKey2);
  let key;
  let size = aKeys.length;
  if (keys(b3, hasKey2).length !== size) {
    return false;
  }
  while (size--) {
    key = aKeys[size];
    result2 = hasKey2(b3, key) && eq(a[key], b3[key], aStack, bStack, customTesters, hasKey2);
    if (!result2) {
      return false;
    }
  }
  aStack.pop();
  bStack.pop();
  return result2;
}
function isErrorEqual(a, b3, aStack, bStack, customTesters, hasKey2) {
  let result2 = Object.prototype.toString.call(a) === Object.prototype.toString.call(b3) && a.name === b3.name && a.message === b3.message;
  if (typeof b3.cause !== "undefined") {
    result2 &&= eq(a.cause, b3.cause, aStack, bStack, customTesters, hasKey2);
  }
  if (a instanceof AggregateError && b3 instanceof AggregateError) {
    result2 &&= eq(a.errors, b3.errors, aStack, bStack, customTesters, hasKey2);
  }
  result2 &&= eq({ ...a }, { ...b3 }, aStack, bStack, customTesters, hasKey2);
  return result2;
}
function keys(obj, hasKey2) {
  const keys2 = [];
  for (const key in obj) {
    if (hasKey2(obj, key)) {
      keys2.push(key);
    }
  }
  return keys2.concat(Object.getOwnPropertySymbols(obj).filter((symbol) => Object.getOwnPropertyDescriptor(obj, symbol).enumerable));
}
function hasDefinedKey(obj, key) {
  return hasKey(obj, key) && obj[key] !== void 0;
}
function hasKey(obj, key) {
  return Object.hasOwn(obj, key);
}
function isA(typeName, value) {
  return Object.prototype.toString.apply(value) === `[object ${typeName}]`;
}
function isDomNode(obj) {
  return obj !== null && typeof obj === "object" && "nodeType" in obj && typeof obj.nodeType === "number" && "nodeName" in obj && typeof obj.nodeName === "string" && "isEqualNode" in obj && typeof obj.isEqualNode === "function";
}
var IS_KEYED_SENTINEL2 = "@@__IMMUTABLE_KEYED__@@";
var IS_SET_SENTINEL2 = "@@__IMMUTABLE_SET__@@";
var IS_LIST_SENTINEL2 = "@@__IMMUTABLE_LIST__@@";
var IS_ORDERED_SENTINEL2 = "@@__IMMUTABLE_ORDERED__@@";
var IS_RECORD_SYMBOL2 = "@@__IMMUTABLE_RECORD__@@";
function isImmutableUnorderedKeyed(maybeKeyed) {
  return !!(maybeKeyed && maybeKeyed[IS_KEYED_SENTINEL2] && !maybeKeyed[IS_ORDERED_SENTINEL2]);
}
function isImmutableUnorderedSet(maybeSet) {
  return !!(maybeSet && maybeSet[IS_SET_SENTINEL2] && !maybeSet[IS_ORDERED_SENTINEL2]);
}
function isObjectLiteral(source) {
  return source != null && typeof source === "object" && !Array.isArray(source);
}
function isImmutableList(source) {
  return Boolean(source && isObjectLiteral(source) && source[IS_LIST_SENTINEL2]);
}
function isImmutableOrderedKeyed(source) {
  return Boolean(source && isObjectLiteral(source) && source[IS_KEYED_SENTINEL2] && source[IS_ORDERED_SENTINEL2]);
}
function isImmutableOrderedSet(source) {
  return Boolean(source && isObjectLiteral(source) && source[IS_SET_SENTINEL2] && source[IS_ORDERED_SENTINEL2]);
}
function isImmutableRecord(source) {
  return Boolean(source && isObjectLiteral(source) && source[IS_RECORD_SYMBOL2]);
}
var IteratorSymbol = Symbol.iterator;
function hasIterator(object) {
  return !!(object != null && object[IteratorSymbol]);
}
function iterableEquality(a, b3, customTesters = [], aStack = [], bStack = []) {
  if (typeof a !== "object" || typeof b3 !== "object" || Array.isArray(a) || Array.isArray(b3) || !hasIterator(a) || !hasIterator(b3)) {
    return void 0;
  }
  if (a.constructor !== b3.constructor) {
    return false;
  }
  let length = aStack.length;
  while (length--) {
    if (aStack[length] === a) {
      return bStack[length] === b3;
    }
  }
  aStack.push(a);
  bStack.push(b3);
  const filteredCustomTesters = [...customTesters.filter((t2) => t2 !== iterableEquality), iterableEqualityWithStack];
  function iterableEqualityWithStack(a2, b4) {
    return iterableEquality(a2, b4, [...customTesters], [...aStack], [...bStack]);
  }
  if (a.size !== void 0) {
    if (a.size !== b3.size) {
      return false;
    } else if (isA("Set", a) || isImmutableUnorderedSet(a)) {
      let allFound = true;
      for (const aValue of a) {
        if (!b3.has(aValue)) {
          let has = false;
          for (const bValue of b3) {
            const isEqual = equals(aValue, bValue, filteredCustomTesters);
            if (isEqual === true) {
              has = true;
            }
          }
          if (has === false) {
            allFound = false;
            break;
          }
        }
      }
      aStack.pop();
      bStack.pop();
      return allFound;
    } else if (isA("Map", a) || isImmutableUnorderedKeyed(a)) {
      let allFound = true;
      for (const aEntry of a) {
        if (!b3.has(aEntry[0]) || !equals(aEntry[1], b3.get(aEntry[0]), filteredCustomTesters)) {
          let has = false;
          for (const bEntry of b3) {
            const matchedKey = equals(aEntry[0], bEntry[0], filteredCustomTesters);
            let matchedValue = false;
            if (matchedKey === true) {
              matchedValue = equals(aEntry[1], bEntry[1], filteredCustomTesters);
            }
            if (matchedValue === true) {
              has = true;
            }
          }
          if (has === false) {
            allFound = false;
            break;
          }
        }
      }
      aStack.pop();
      bStack.pop();
      return allFound;
    }
  }
  const bIterator = b3[IteratorSymbol]();
  for (const aValue of a) {
    const nextB = bIterator.next();
    if (nextB.done || !equals(aValue, nextB.value, filteredCustomTesters)) {
      return false;
    }
  }
  if (!bIterator.next().done) {
    return false;
  }
  if (!isImmutableList(a) && !isImmutableOrderedKeyed(a) && !isImmutableOrderedSet(a) && !isImmutableRecord(a)) {
    const aEntries = Object.entries(a);
    const bEntries = Object.entries(b3);
    if (!equals(aEntries, bEntries, filteredCustomTesters)) {
      return false;
    }
  }
  aStack.pop();
  bStack.pop();
  return true;
}
function hasPropertyInObject(object, key) {
  const shouldTerminate = !object || typeof object !== "object" || object === Object.prototype;
  if (shouldTerminate) {
    return false;
  }
  return Object.hasOwn(object, key) || hasPropertyInObject(Object.getPrototypeOf(object), key);
}
function isObjectWithKeys(a) {
  return isObject2(a) && !isError(a) && !Array.isArray(a) && !(a instanceof Date) && !(a instanceof Set) && !(a instanceof Map);
}
function subsetEquality(object, subset, customTesters = []) {
  const filteredCustomTesters = customTesters.filter((t2) => t2 !== subsetEquality);
  const subsetEqualityWithContext = (seenReferences = /* @__PURE__ */ new WeakMap()) => (object2, subset2) => {
    if (!isObjectWithKeys(subset2)) {
      return void 0;
    }
    return Object.keys(subset2).every((key) => {
      if (subset2[key] != null && typeof subset2[key] === "object") {
        if (seenReferences.has(subset2[key])) {
          return equals(object2[key], subset2[key], filteredCustomTesters);
        }
        seenReferences.set(subset2[key], true);
      }
      const result2 = object2 != null && hasPropertyInObject(object2, key) && equals(object2[key], subset2[key], [...filteredCustomTesters, subsetEqualityWithContext(seenReferences)]);
      seenReferences.delete(subset2[key]);
      return result2;
    });
  };
  return subsetEqualityWithContext()(object, subset);
}
function typeEquality(a, b3) {
  if (a == null || b3 == null || a.constructor === b3.constructor) {
    return void 0;
  }
  return false;
}
function arrayBufferEquality(a, b3) {
  let dataViewA = a;
  let dataViewB = b3;
  if (!(a instanceof DataView && b3 instanceof DataView)) {
    if (!(a instanceof ArrayBuffer) || !(b3 instanceof ArrayBuffer)) {
      return void 0;
    }
    try {
      dataViewA = new DataView(a);
      dataViewB = new DataView(b3);
    } catch {
      return void 0;
    }
  }
  if (dataViewA.byteLength !== dataViewB.byteLength) {
    return false;
  }
  for (let i2 = 0; i2 < dataViewA.byteLength; i2++) {
    if (dataViewA.getUint8(i2) !== dataViewB.getUint8(i2)) {
      return false;
    }
  }
  return true;
}
function sparseArrayEquality(a, b3, customTesters = []) {
  if (!Array.isArray(a) || !Array.isArray(b3)) {
    return void 0;
  }
  const aKeys = Object.keys(a);
  const bKeys = Object.keys(b3);
  const filteredCustomTesters = customTesters.filter((t2) => t2 !== sparseArrayEquality);
  return equals(a, b3, filteredCustomTesters, true) && equals(aKeys, bKeys);
}
function generateToBeMessage(deepEqualityName, expected = "#{this}", actual = "#{exp}") {
  const toBeMessage = `expected ${expected} to be ${actual} // Object.is equality`;
  if (["toStrictEqual", "toEqual"].includes(deepEqualityName)) {
    return `${toBeMessage}

If it should pass with deep equality, replace "toBe" with "${deepEqualityName}"

Expected: ${expected}
Received: serializes to the same string
`;
  }
  return toBeMessage;
}
function pluralize(word, count3) {
  return `${count3} ${word}${count3 === 1 ? "" : "s"}`;
}
function getObjectKeys(object) {
  return [...Object.keys(object), ...Object.getOwnPropertySymbols(object).filter((s2) => Object.getOwnPropertyDescriptor(object, s2)?.enumerable)];
}
function getObjectSubset(object, subset, customTesters) {
  let stripped = 0;
  const getObjectSubsetWithContext = (seenReferences = /* @__PURE__ */ new WeakMap()) => (object2, subset2) => {
    if (Array.isArray(object2)) {
      if (Array.isArray(subset2) && subset2.length === object2.length) {
        return subset2.map((sub, i2) => getObjectSubsetWithContext(seenReferences)(object2[i2], sub));
      }
    } else if (object2 instanceof Date) {
      return object2;
    } else if (isObject2(object2) && isObject2(subset2)) {
      if (equals(object2, subset2, [
        ...customTesters,
        iterableEquality,
        subsetEquality
      ])) {
        return subset2;
      }
      const trimmed = {};
      seenReferences.set(object2, trimmed);
      if (typeof object2.constructor === "function" && typeof object2.constructor.name === "string") {
        Object.defineProperty(trimmed, "constructor", {
          enumerable: false,
          value: object2.constructor
        });
      }
      for (const key of getObjectKeys(object2)) {
        if (hasPropertyInObject(subset2, key)) {
          trimmed[key] = seenReferences.has(object2[key]) ? seenReferences.get(object2[key]) : getObjectSubsetWithContext(seenReferences)(object2[key], subset2[key]);
        } else {
          if (!seenReferences.has(object2[key])) {
            stripped += 1;
            if (isObject2(object2[key])) {
              stripped += getObjectKeys(object2[key]).length;
            }
            getObjectSubsetWithContext(seenReferences)(object2[key], subset2[key]);
          }
        }
      }
      if (getObjectKeys(trimmed).length > 0) {
        return trimmed;
      }
    }
    return object2;
  };
  return {
    subset: getObjectSubsetWithContext()(object, subset),
    stripped
  };
}
function isStandardSchema(obj) {
  return !!obj && (typeof obj === "object" || typeof obj === "function") && obj["~standard"] && typeof obj["~standard"].validate === "function";
}
if (!Object.hasOwn(globalThis, MATCHERS_OBJECT)) {
  const globalState = /* @__PURE__ */ new WeakMap();
  const matchers = /* @__PURE__ */ Object.create(null);
  const customEqualityTesters = [];
  const asymmetricMatchers = /* @__PURE__ */ Object.create(null);
  Object.defineProperty(globalThis, MATCHERS_OBJECT, { get: () => globalState });
  Object.defineProperty(globalThis, JEST_MATCHERS_OBJECT, {
    configurable: true,
    get: () => ({
      state: globalState.get(globalThis[GLOBAL_EXPECT]),
      matchers,
      customEqualityTesters
    })
  });
  Object.defineProperty(globalThis, ASYMMETRIC_MATCHERS_OBJECT, { get: () => asymmetricMatchers });
}
function getState(expect3) {
  return globalThis[MATCHERS_OBJECT].get(expect3);
}
function setState(state, expect3) {
  const map = globalThis[MATCHERS_OBJECT];
  const current = map.get(expect3) || {};
  const results = Object.defineProperties(current, {
    ...Object.getOwnPropertyDescriptors(current),
    ...Object.getOwnPropertyDescriptors(state)
  });
  map.set(expect3, results);
}
var AsymmetricMatcher3 = class {
  // should have "jest" to be compatible with its ecosystem
  $$typeof = /* @__PURE__ */ Symbol.for("jest.asymmetricMatcher");
  constructor(sample, inverse = false) {
    this.sample = sample;
    this.inverse = inverse;
  }
  getMatcherContext(expect3) {
    return {
      ...getState(expect3 || globalThis[GLOBAL_EXPECT]),
      equals,
      isNot: this.inverse,
      customTesters: getCustomEqualityTesters(),
      utils: {
        ...getMatcherUtils(),
        diff,
        stringify,
        iterableEquality,
        subsetEquality
      }
    };
  }
};
AsymmetricMatcher3.prototype[/* @__PURE__ */ Symbol.for("chai/inspect")] = function(options3) {
  const result2 = stringify(this, options3.depth, { min: true });
  if (result2.length <= options3.truncate) {
    return result2;
  }
  return `${this.toString()}{\u2026}`;
};
var StringContaining = class extends AsymmetricMatcher3 {
  constructor(sample, inverse = false) {
    if (!isA("String", sample)) {
      throw new Error("Expected is not a string");
    }
    super(sample, inverse);
  }
  asymmetricMatch(other5) {
    const result2 = isA("String", other5) && other5.includes(this.sample);
    return this.inverse ? !result2 : result2;
  }
  toString() {
    return `String${this.inverse ? "Not" : ""}Containing`;
  }
  getExpectedType() {
    return "string";
  }
};
var Anything = class extends AsymmetricMatcher3 {
  asymmetricMatch(other5) {
    return other5 != null;
  }
  toString() {
    return "Anything";
  }
  toAsymmetricMatcher() {
    return "Anything";
  }
};
var ObjectContaining = class extends AsymmetricMatcher3 {
  constructor(sample, inverse = false) {
    super(sample, inverse);
  }
  getPrototype(obj) {
    if (Object.getPrototypeOf) {
      return Object.getPrototypeOf(obj);
    }
    if (obj.constructor.prototype === obj) {
      return null;
    }
    return obj.constructor.prototype;
  }
  hasProperty(obj, property2) {
    if (!obj) {
      return false;
    }
    if (Object.hasOwn(obj, property2)) {
      return true;
    }
    return this.hasProperty(this.getPrototype(obj), property2);
  }
  getProperties(obj) {
    return [...Object.keys(obj), ...Object.getOwnPropertySymbols(obj).filter((s2) => Object.getOwnPropertyDescriptor(obj, s2)?.enumerable)];
  }
  asymmetricMatch(other5, customTesters) {
    if (typeof this.sample !== "object") {
      throw new TypeError(`You must provide an object to ${this.toString()}, not '${typeof this.sample}'.`);
    }
    let result2 = true;
    const properties = this.getProperties(this.sample);
    for (const property2 of properties) {
      if (!this.hasProperty(other5, property2)) {
        result2 = false;
        break;
      }
      const value = this.sample[property2];
      const otherValue = other5[property2];
      if (!equals(value, otherValue, customTesters)) {
        result2 = false;
        break;
      }
    }
    return this.inverse ? !result2 : result2;
  }
  toString() {
    return `Object${this.inverse ? "Not" : ""}Containing`;
  }
  getExpectedType() {
    return "object";
  }
};
var ArrayContaining = class extends AsymmetricMatcher3 {
  constructor(sample, inverse = false) {
    super(sample, inverse);
  }
  asymmetricMatch(other5, customTesters) {
    if (!Array.isArray(this.sample)) {
      throw new TypeError(`You must provide an array to ${this.toString()}, not '${typeof this.sample}'.`);
    }
    const result2 = this.sample.length === 0 || Array.isArray(other5) && this.sample.every((item) => other5.some((another) => equals(item, another, customTesters)));
    return this.inverse ? !result2 : result2;
  }
  toString() {
    return `Array${this.inverse ? "Not" : ""}Containing`;
  }
  getExpectedType() {
    return "array";
  }
};
var Any = class extends AsymmetricMatcher3 {
  constructor(sample) {
    if (typeof sample === "undefined") {
      throw new TypeError("any() expects to be passed a constructor function. Please pass one or use anything() to match any object.");
    }
    super(sample);
  }
  fnNameFor(func) {
    if (func.name) {
      return func.name;
    }
    const functionToString2 = Function.prototype.toString;
    const matches = functionToString2.call(func).match(/^(?:async)?\s*function\s*(?:\*\s*)?([\w$]+)\s*\(/);
    return matches ? matches[1] : "<anonymous>";
  }
  asymmetricMatch(other5) {
    if (this.sample === String) {
      return typeof other5 == "string" || other5 instanceof String;
    }
    if (this.sample === Number) {
      return typeof other5 == "number" || other5 instanceof Number;
    }
    if (this.sample === Function) {
      return typeof other5 == "function" || typeof other5 === "function";
    }
    if (this.sample === Boolean) {
      return typeof other5 == "boolean" || other5 instanceof Boolean;
    }
    if (this.sample === BigInt) {
      return typeof other5 == "bigint" || other5 instanceof BigInt;
    }
    if (this.sample === Symbol) {
      return typeof other5 == "symbol" || other5 instanceof Symbol;
    }
    if (this.sample === Object) {
      return typeof other5 == "object";
    }
    return other5 instanceof this.sample;
  }
  toString() {
    return "Any";
  }
  getExpectedType() {
    if (this.sample === String) {
      return "string";
    }
    if (this.sample === Number) {
      return "number";
    }
    if (this.sample === Function) {
      return "function";
    }
    if (this.sample === Object) {
      return "object";
    }
    if (this.sample === Boolean) {
      return "boolean";
    }
    return this.fnNameFor(this.sample);
  }
  toAsymmetricMatcher() {
    return `Any<${this.fnNameFor(this.sample)}>`;
  }
};
var StringMatching = class extends AsymmetricMatcher3 {
  constructor(sample, inverse = false) {
    if (!isA("String", sample) && !isA("RegExp", sample)) {
      throw new Error("Expected is not a String or a RegExp");
    }
    super(new RegExp(sample), inverse);
  }
  asymmetricMatch(other5) {
    const result2 = isA("String", other5) && this.sample.test(other5);
    return this.inverse ? !result2 : result2;
  }
  toString() {
    return `String${this.inverse ? "Not" : ""}Matching`;
  }
  getExpectedType() {
    return "string";
  }
};
var CloseTo = class extends AsymmetricMatcher3 {
  precision;
  constructor(sample, precision = 2, inverse = false) {
    if (!isA("Number", sample)) {
      throw new Error("Expected is not a Number");
    }
    if (!isA("Number", precision)) {
      throw new Error("Precision is not a Number");
    }
    super(sample);
    this.inverse = inverse;
    this.precision = precision;
  }
  asymmetricMatch(other5) {
    if (!isA("Number", other5)) {
      return false;
    }
    let result2 = false;
    if (other5 === Number.POSITIVE_INFINITY && this.sample === Number.POSITIVE_INFINITY) {
      result2 = true;
    } else if (other5 === Number.NEGATIVE_INFINITY && this.sample === Number.NEGATIVE_INFINITY) {
      result2 = true;
    } else {
      result2 = Math.abs(this.sample - other5) < 10 ** -this.precision / 2;
    }
    return this.inverse ? !result2 : result2;
  }
  toString() {
    return `Number${this.inverse ? "Not" : ""}CloseTo`;
  }
  getExpectedType() {
    return "number";
  }
  toAsymmetricMatcher() {
    return [
      this.toString(),
      this.sample,
      `(${pluralize("digit", this.precision)})`
    ].join(" ");
  }
};
var SchemaMatching = class extends AsymmetricMatcher3 {
  result;
  constructor(sample, inverse = false) {
    if (!isStandardSchema(sample)) {
      throw new TypeError("SchemaMatching expected to receive a Standard Schema.");
    }
    super(sample, inverse);
  }
  asymmetricMatch(other5) {
    const result2 = this.sample["~standard"].validate(other5);
    if (result2 instanceof Promise) {
      throw new TypeError("Async schema validation is not supported in asymmetric matchers.");
    }
    this.result = result2;
    const pass = !this.result.issues || this.result.issues.length === 0;
    return this.inverse ? !pass : pass;
  }
  toString() {
    return `Schema${this.inverse ? "Not" : ""}Matching`;
  }
  getExpectedType() {
    return "object";
  }
  toAsymmetricMatcher() {
    const { utils } = this.getMatcherContext();
    const issues = this.result?.issues || [];
    if (issues.length > 0) {
      return `${this.toString()} ${utils.stringify(this.result, void 0, { printBasicPrototype: false })}`;
    }
    return this.toString();
  }
};
var JestAsymmetricMatchers = (chai, utils) => {
  utils.addMethod(chai.expect, "anything", () => new Anything());
  utils.addMethod(chai.expect, "any", (expected) => new Any(expected));
  utils.addMethod(chai.expect, "stringContaining", (expected) => new StringContaining(expected));
  utils.addMethod(chai.expect, "objectContaining", (expected) => new ObjectContaining(expected));
  utils.addMethod(chai.expect, "arrayContaining", (expected) => new ArrayContaining(expected));
  utils.addMethod(chai.expect, "stringMatching", (expected) => new StringMatching(expected));
  utils.addMethod(chai.expect, "closeTo", (expected, precision) => new CloseTo(expected, precision));
  utils.addMethod(chai.expect, "schemaMatching", (expected) => new SchemaMatching(expected));
  chai.expect.not = {
    stringContaining: (expected) => new StringContaining(expected, true),
    objectContaining: (expected) => new ObjectContaining(expected, true),
    arrayContaining: (expected) => new ArrayContaining(expected, true),
    stringMatching: (expected) => new StringMatching(expected, true),
    closeTo: (expected, precision) => new CloseTo(expected, precision, true),
    schemaMatching: (expected) => new SchemaMatching(expected, true)
  };
};
function createAssertionMessage(util, assertion, hasArgs) {
  const soft = util.flag(assertion, "soft") ? ".soft" : "";
  const not = util.flag(assertion, "negate") ? "not." : "";
  const name = `${util.flag(assertion, "_name")}(${hasArgs ? "expected" : ""})`;
  const promiseName = util.flag(assertion, "promise");
  const promise = promiseName ? `.${promiseName}` : "";
  return `expect${soft}(actual)${promise}.${not}${name}`;
}
function recordAsyncExpect(_test, promise, assertion, error, isSoft) {
  const test3 = _test;
  if (test3 && promise instanceof Promise) {
    promise = promise.finally(() => {
      if (!test3.promises) {
        return;
      }
      const index2 = test3.promises.indexOf(promise);
      if (index2 !== -1) {
        test3.promises.splice(index2, 1);
      }
    });
    if (!test3.promises) {
      test3.promises = [];
    }
    if (isSoft) {
      promise = promise.then(noop, (err) => {
        handleTestError(test3, err);
      });
    }
    test3.promises.push(promise);
    let resolved = false;
    test3.onFinished ??= [];
    test3.onFinished.push(() => {
      if (!resolved) {
        const processor = globalThis.__vitest_worker__?.onFilterStackTrace || ((s2) => s2 || "");
        const stack = processor(error.stack);
        console.warn([
          `Promise returned by \`${assertion}\` was not awaited. `,
          "Vitest currently auto-awaits hanging assertions at the end of the test, but this will cause the test to fail in the next Vitest major. ",
          "Please remember to await the assertion.\n",
          stack
        ].join(""));
      }
    });
    return {
      then(onFulfilled, onRejected) {
        resolved = true;
        return promise.then(onFulfilled, onRejected);
      },
      catch(onRejected) {
        resolved = true;
        return promise.catch(onRejected);
      },
      finally(onFinally) {
        resolved = true;
        return promise.finally(onFinally);
      },
      [Symbol.toStringTag]: "Promise"
    };
  }
  return promise;
}
function handleTestError(test3, err) {
  test3.result ||= { state: "fail" };
  test3.result.state = "fail";
  test3.result.errors ||= [];
  test3.result.errors.push(processError(err));
}
function wrapAssertion(utils, name, fn) {
  return function(...args) {
    if (name !== "withTest") {
      utils.flag(this, "_name", name);
    }
    if (!utils.flag(this, "soft")) {
      try {
        return fn.apply(this, args);
      } finally {
      }
    }
    const test3 = utils.flag(this, "vitest-test");
    if (!test3) {
      throw new Error("expect.soft() can only be used inside a test");
    }
    try {
      const result2 = fn.apply(this, args);
      if (result2 && typeof result2 === "object" && typeof result2.then === "function") {
        return result2.then(noop, (err) => {
          handleTestError(test3, err);
        });
      }
      return result2;
    } catch (err) {
      handleTestError(test3, err);
    }
  };
}
var JestChaiExpect = (chai, utils) => {
  const { AssertionError: AssertionError2 } = chai;
  const customTesters = getCustomEqualityTesters();
  function def(name, fn) {
    const addMethod2 = (n) => {
      const softWrapper = wrapAssertion(utils, n, fn);
      utils.addMethod(chai.Assertion.prototype, n, softWrapper);
      utils.addMethod(globalThis[JEST_MATCHERS_OBJECT].matchers, n, softWrapper);
    };
    if (Array.isArray(name)) {
      name.forEach((n) => addMethod2(n));
    } else {
      addMethod2(name);
    }
  }
  [
    "throw",
    "throws",
    "Throw"
  ].forEach((m) => {
    utils.overwriteMethod(chai.Assertion.prototype, m, (_super) => {
      return function(...args) {
        const promise = utils.flag(this, "promise");
        const object = utils.flag(this, "object");
        const isNot = utils.flag(this, "negate");
        if (promise === "rejects") {
          utils.flag(this, "object", () => {
            throw object;
          });
        } else if (promise === "resolves" && typeof object !== "function") {
          if (!isNot) {
            const message = utils.flag(this, "message") || "expected promise to throw an error, but it didn't";
            const error = { showDiff: false };
            throw new AssertionError2(message, error, utils.flag(this, "ssfi"));
          } else {
            return;
          }
        }
        _super.apply(this, args);
      };
    });
  });
  def("withTest", function(test3) {
    utils.flag(this, "vitest-test", test3);
    return this;
  });
  def("toEqual", function(expected) {
    const actual = utils.flag(this, "object");
    const equal = equals(actual, expected, [...customTesters, iterableEquality]);
    return this.assert(equal, "expected #{this} to deeply equal #{exp}", "expected #{this} to not deeply equal #{exp}", expected, actual);
  });
  def("toStrictEqual", function(expected) {
    const obj = utils.flag(this, "object");
    const equal = equals(obj, expected, [
      ...customTesters,
      iterableEquality,
      typeEquality,
      sparseArrayEquality,
      arrayBufferEquality
    ], true);
    return this.assert(equal, "expected #{this} to strictly equal #{exp}", "expected #{this} to not strictly equal #{exp}", expected, obj);
  });
  def("toBe", function(expected) {
    const actual = this._obj;
    const pass = Object.is(actual, expected);
    let deepEqualityName = "";
    if (!pass) {
      const toStrictEqualPass = equals(actual, expected, [
        ...customTesters,
        iterableEquality,
        typeEquality,
        sparseArrayEquality,
        arrayBufferEquality
      ], true);
      if (toStrictEqualPass) {
        deepEqualityName = "toStrictEqual";
      } else {
        const toEqualPass = equals(actual, expected, [...customTesters, iterableEquality]);
        if (toEqualPass) {
          deepEqualityName = "toEqual";
        }
      }
    }
    return this.assert(pass, generateToBeMessage(deepEqualityName), "expected #{this} not to be #{exp} // Object.is equality", expected, actual);
  });
  def("toMatchObject", function(expected) {
    const actual = this._obj;
    const pass = equals(actual, expected, [
      ...customTesters,
      iterableEquality,
      subsetEquality
    ]);
    const isNot = utils.flag(this, "negate");
    const { subset: actualSubset, stripped } = getObjectSubset(actual, expected, customTesters);
    if (pass && isNot || !pass && !isNot) {
      const msg = utils.getMessage(this, [
        pass,
        "expected #{this} to match object #{exp}",
        "expected #{this} to not match object #{exp}",
        expected,
        actualSubset,
        false
      ]);
      const message = stripped === 0 ? msg : `${msg}
(${stripped} matching ${stripped === 1 ? "property" : "properties"} omitted from actual)`;
      throw new AssertionError2(message, {
        showDiff: true,
        expected,
        actual: actualSubset
      });
    }
  });
  def("toMatch", function(expected) {
    const actual = this._obj;
    if (typeof actual !== "string") {
      throw new TypeError(`.toMatch() expects to receive a string, but got ${typeof actual}`);
    }
    return this.assert(typeof expected === "string" ? actual.includes(expected) : actual.match(expected), `expected #{this} to match #{exp}`, `expected #{this} not to match #{exp}`, expected, actual);
  });
  def("toContain", function(item) {
    const actual = this._obj;
    if (typeof Node !== "undefined" && actual instanceof Node) {
      if (!(item instanceof Node)) {
        throw new TypeError(`toContain() expected a DOM node as the argument, but got ${typeof item}`);
      }
      return this.assert(actual.contains(item), "expected #{this} to contain element #{exp}", "expected #{this} not to contain element #{exp}", item, actual);
    }
    if (typeof DOMTokenList !== "undefined" && actual instanceof DOMTokenList) {
      assertTypes(item, "class name", ["string"]);
      const isNot = utils.flag(this, "negate");
      const expectedClassList = isNot ? actual.value.replace(item, "").trim() : `${actual.value} ${item}`;
      return this.assert(actual.contains(item), `expected "${actual.value}" to contain "${item}"`, `expected "${actual.value}" not to contain "${item}"`, expectedClassList, actual.value);
    }
    if (typeof actual === "string" && typeof item === "string") {
      return this.assert(actual.includes(item), `expected #{this} to contain #{exp}`, `expected #{this} not to contain #{exp}`, item, actual);
    }
    if (actual != null && typeof actual !== "string") {
      utils.flag(this, "object", Array.from(actual));
    }
    return this.contain(item);
  });
  def("toContainEqual", function(expected) {
    const obj = utils.flag(this, "object");
    const index2 = Array.from(obj).findIndex((item) => {
      return equals(item, expected, customTesters);
    });
    this.assert(index2 !== -1, "expected #{this} to deep equally contain #{exp}", "expected #{this} to not deep equally contain #{exp}", expected);
  });
  def("toBeTruthy", function() {
    const obj = utils.flag(this, "object");
    this.assert(Boolean(obj), "expected #{this} to be truthy", "expected #{this} to not be truthy", true, obj);
  });
  def("toBeFalsy", function() {
    const obj = utils.flag(this, "object");
    this.assert(!obj, "expected #{this} to be falsy", "expected #{this} to not be falsy", false, obj);
  });
  def("toBeGreaterThan", function(expected) {
    const actual = this._obj;
    assertTypes(actual, "actual", ["number", "bigint"]);
    assertTypes(expected, "expected", ["number", "bigint"]);
    return this.assert(actual > expected, `expected ${actual} to be greater than ${expected}`, `expected ${actual} to be not greater than ${expected}`, expected, actual, false);
  });
  def("toBeGreaterThanOrEqual", function(expected) {
    const actual = this._obj;
    assertTypes(actual, "actual", ["number", "bigint"]);
    assertTypes(expected, "expected", ["number", "bigint"]);
    return this.assert(actual >= expected, `expected ${actual} to be greater than or equal to ${expected}`, `expected ${actual} to be not greater than or equal to ${expected}`, expected, actual, false);
  });
  def("toBeLessThan", function(expected) {
    const actual = this._obj;
    assertTypes(actual, "actual", ["number", "bigint"]);
    assertTypes(expected, "expected", ["number", "bigint"]);
    return this.assert(actual < expected, `expected ${actual} to be less than ${expected}`, `expected ${actual} to be not less than ${expected}`, expected, actual, false);
  });
  def("toBeLessThanOrEqual", function(expected) {
    const actual = this._obj;
    assertTypes(actual, "actual", ["number", "bigint"]);
    assertTypes(expected, "expected", ["number", "bigint"]);
    return this.assert(actual <= expected, `expected ${actual} to be less than or equal to ${expected}`, `expected ${actual} to be not less than or equal to ${expected}`, expected, actual, false);
  });
  def("toBeNaN", function() {
    const obj = utils.flag(this, "object");
    this.assert(Number.isNaN(obj), "expected #{this} to be NaN", "expected #{this} not to be NaN", Number.NaN, obj);
  });
  def("toBeUndefined", function() {
    const obj = utils.flag(this, "object");
    this.assert(void 0 === obj, "expected #{this} to be undefined", "expected #{this} not to be undefined", void 0, obj);
  });
  def("toBeNull", function() {
    const obj = utils.flag(this, "object");
    this.assert(obj === null, "expected #{this} to be null", "expected #{this} not to be null", null, obj);
  });
  def("toBeNullable", function() {
    const obj = utils.flag(this, "object");
    this.assert(obj == null, "expected #{this} to be nullish", "expected #{this} not to be nullish", null, obj);
  });
  def("toBeDefined", function() {
    const obj = utils.flag(this, "object");
    this.assert(typeof obj !== "undefined", "expected #{this} to be defined", "expected #{this} to be undefined", obj);
  });
  def("toBeTypeOf", function(expected) {
    const actual = typeof this._obj;
    const equal = expected === actual;
    return this.assert(equal, "expected #{this} to be type of #{exp}", "expected #{this} not to be type of #{exp}", expected, actual);
  });
  def("toBeInstanceOf", function(obj) {
    return this.instanceOf(obj);
  });
  def("toHaveLength", function(length) {
    return this.have.length(length);
  });
  def("toHaveProperty", function(...args) {
    if (Array.isArray(args[0])) {
      args[0] = args[0].map((key) => String(key).replace(/([.[\]])/g, "\\$1")).join(".");
    }
    const actual = this._obj;
    const [propertyName, expected] = args;
    const getValue = () => {
      const hasOwn = Object.hasOwn(actual, propertyName);
      if (hasOwn) {
        return {
          value: actual[propertyName],
          exists: true
        };
      }
      return utils.getPathInfo(actual, propertyName);
    };
    const { value, exists } = getValue();
    const pass = exists && (args.length === 1 || equals(expected, value, customTesters));
    const valueString = args.length === 1 ? "" : ` with value ${utils.objDisplay(expected)}`;
    return this.assert(pass, `expected #{this} to have property "${propertyName}"${valueString}`, `expected #{this} to not have property "${propertyName}"${valueString}`, expected, exists ? value : void 0);
  });
  def("toBeCloseTo", function(received, precision = 2) {
    const expected = this._obj;
    let pass = false;
    let expectedDiff = 0;
    let receivedDiff = 0;
    if (received === Number.POSITIVE_INFINITY && expected === Number.POSITIVE_INFINITY) {
      pass = true;
    } else if (received === Number.NEGATIVE_INFINITY && expected === Number.NEGATIVE_INFINITY) {
      pass = true;
    } else {
      expectedDiff = 10 ** -precision / 2;
      receivedDiff = Math.abs(expected - received);
      pass = receivedDiff < expectedDiff;
    }
    return this.assert(pass, `expected #{this} to be close to #{exp}, received difference is ${receivedDiff}, but expected ${expectedDiff}`, `expected #{this} to not be close to #{exp}, received difference is ${receivedDiff}, but expected ${expectedDiff}`, received, expected, false);
  });
  function assertIsMock(assertion) {
    if (!isMockFunction(assertion._obj)) {
      throw new TypeError(`${utils.inspect(assertion._obj)} is not a spy or a call to a spy!`);
    }
  }
  function getSpy(assertion) {
    assertIsMock(assertion);
    return assertion._obj;
  }
  def(["toHaveBeenCalledTimes", "toBeCalledTimes"], function(number) {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const callCount = spy.mock.calls.length;
    return this.assert(callCount === number, `expected "${spyName}" to be called #{exp} times, but got ${callCount} times`, `expected "${spyName}" to not be called #{exp} times`, number, callCount, false);
  });
  def("toHaveBeenCalledOnce", function() {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const callCount = spy.mock.calls.length;
    return this.assert(callCount === 1, `expected "${spyName}" to be called once, but got ${callCount} times`, `expected "${spyName}" to not be called once`, 1, callCount, false);
  });
  def(["toHaveBeenCalled", "toBeCalled"], function() {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const callCount = spy.mock.calls.length;
    const called = callCount > 0;
    const isNot = utils.flag(this, "negate");
    let msg = utils.getMessage(this, [
      called,
      `expected "${spyName}" to be called at least once`,
      `expected "${spyName}" to not be called at all, but actually been called ${callCount} times`,
      true,
      called
    ]);
    if (called && isNot) {
      msg = formatCalls(spy, msg);
    }
    if (called && isNot || !called && !isNot) {
      throw new AssertionError2(msg);
    }
  });
  function equalsArgumentArray(a, b3) {
    return a.length === b3.length && a.every((aItem, i2) => equals(aItem, b3[i2], [...customTesters, iterableEquality]));
  }
  def(["toHaveBeenCalledWith", "toBeCalledWith"], function(...args) {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const pass = spy.mock.calls.some((callArg) => equalsArgumentArray(callArg, args));
    const isNot = utils.flag(this, "negate");
    const msg = utils.getMessage(this, [
      pass,
      `expected "${spyName}" to be called with arguments: #{exp}`,
      `expected "${spyName}" to not be called with arguments: #{exp}`,
      args
    ]);
    if (pass && isNot || !pass && !isNot) {
      throw new AssertionError2(formatCalls(spy, msg, args));
    }
  });
  def("toHaveBeenCalledExactlyOnceWith", function(...args) {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const callCount = spy.mock.calls.length;
    const hasCallWithArgs = spy.mock.calls.some((callArg) => equalsArgumentArray(callArg, args));
    const pass = hasCallWithArgs && callCount === 1;
    const isNot = utils.flag(this, "negate");
    const msg = utils.getMessage(this, [
      pass,
      `expected "${spyName}" to be called once with arguments: #{exp}`,
      `expected "${spyName}" to not be called once with arguments: #{exp}`,
      args
    ]);
    if (pass && isNot || !pass && !isNot) {
      throw new AssertionError2(formatCalls(spy, msg, args));
    }
  });
  def("toHaveBeenNthCalledWith", function(times, ...args) {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const nthCall = spy.mock.calls[times - 1];
    const callCount = spy.mock.calls.length;
    const isCalled = times <= callCount;
    this.assert(nthCall && equalsArgumentArray(nthCall, args), `expected ${ordinal2(times)} "${spyName}" call to have been called with #{exp}${isCalled ? `` : `, but called only ${callCount} times`}`, `expected ${ordinal2(times)} "${spyName}" call to not have been called with #{exp}`, args, nthCall, isCalled);
  });
  def("toHaveBeenLastCalledWith", function(...args) {
    const spy = getSpy(this);
    const spyName = spy.getMockName();
    const lastCall = spy.mock.calls.at(-1);
    this.assert(lastCall && equalsArgumentArray(lastCall, args), `expected last "${spyName}" call to have been called with #{exp}`, `expected last "${spyName}" call to not have been called with #{exp}`, args, lastCall);
  });
  function isSpyCalledBeforeAnotherSpy(beforeSpy, afterSpy, failIfNoFirstInvocation) {
    const beforeInvocationCallOrder = beforeSpy.mock.invocationCallOrder;
    const afterInvocationCallOrder = afterSpy.mock.invocationCallOrder;
    if (beforeInvocationCallOrder.length === 0) {
      return !failIfNoFirstInvocation;
    }
    if (afterInvocationCallOrder.length === 0) {
      return false;
    }
    return beforeInvocationCallOrder[0] < afterInvocationCallOrder[0];
  }
  def(["toHaveBeenCalledBefore"], function(resultSpy, failIfNoFirstInvocation = true) {
    const expectSpy = getSpy(this);
    if (!isMockFunction(resultSpy)) {
      throw new TypeError(`${utils.inspect(resultSpy)} is not a spy or a call to a spy`);
    }
    this.assert(isSpyCalledBeforeAnotherSpy(expectSpy, resultSpy, failIfNoFirstInvocation), `expected "${expectSpy.getMockName()}" to have been called before "${resultSpy.getMockName()}"`, `expected "${expectSpy.getMockName()}" to not have been called before "${resultSpy.getMockName()}"`, resultSpy, expectSpy);
  });
  def(["toHaveBeenCalledAfter"], function(resultSpy, failIfNoFirstInvocation = true) {
    const expectSpy = getSpy(this);
    if (!isMockFunction(resultSpy)) {
      throw new TypeError(`${utils.inspect(resultSpy)} is not a spy or a call to a spy`);
    }
    this.assert(isSpyCalledBeforeAnotherSpy(resultSpy, expectSpy, failIfNoFirstInvocation), `expected "${expectSpy.getMockName()}" to have been called after "${resultSpy.getMockName()}"`, `expected "${expectSpy.getMockName()}" to not have been called after "${resultSpy.getMockName()}"`, resultSpy, expectSpy);
  });
  def(["toThrow", "toThrowError"], function(expected) {
    if (typeof expected === "string" || typeof expected === "undefined" || expected instanceof RegExp) {
      return this.throws(expected === "" ? /^$/ : expected);
    }
    const obj = this._obj;
    const promise = utils.flag(this, "promise");
    const isNot = utils.flag(this, "negate");
    let thrown = null;
    if (promise === "rejects") {
      thrown = obj;
    } else if (promise === "resolves" && typeof obj !== "function") {
      if (!isNot) {
        const message = utils.flag(this, "message") || "expected promise to throw an error, but it didn't";
        const error = { showDiff: false };
        throw new AssertionError2(message, error, utils.flag(this, "ssfi"));
      } else {
        return;
      }
    } else {
      let isThrow = false;
      try {
        obj();
      } catch (err) {
        isThrow = true;
        thrown = err;
      }
      if (!isThrow && !isNot) {
        const message = utils.flag(this, "message") || "expected function to throw an error, but it didn't";
        const error = { showDiff: false };
        throw new AssertionError2(message, error, utils.flag(this, "ssfi"));
      }
    }
    if (typeof expected === "function") {
      const name = expected.name || expected.prototype.constructor.name;
      return this.assert(thrown && thrown instanceof expected, `expected error to be instance of ${name}`, `expected error not to be instance of ${name}`, expected, thrown);
    }
    if (isError(expected)) {
      const equal2 = equals(thrown, expected, [...customTesters, iterableEquality]);
      return this.assert(equal2, "expected a thrown error to be #{exp}", "expected a thrown error not to be #{exp}", expected, thrown);
    }
    if (typeof expected === "object" && "asymmetricMatch" in expected && typeof expected.asymmetricMatch === "function") {
      const matcher = expected;
      return this.assert(thrown && matcher.asymmetricMatch(thrown), "expected error to match asymmetric matcher", "expected error not to match asymmetric matcher", matcher, thrown);
    }
    const equal = equals(thrown, expected, [...customTesters, iterableEquality]);
    return this.assert(equal, "expected a thrown value to equal #{exp}", "expected a thrown value not to equal #{exp}", expected, thrown);
  });
  [{
    name: "toHaveResolved",
    condition: (spy) => spy.mock.settledResults.length > 0 && spy.mock.settledResults.some(({ type: type3 }) => type3 === "fulfilled"),
    action: "resolved"
  }, {
    name: ["toHaveReturned", "toReturn"],
    condition: (spy) => spy.mock.calls.length > 0 && spy.mock.results.some(({ type: type3 }) => type3 !== "throw"),
    action: "called"
  }].forEach(({ name, condition, action }) => {
    def(name, function() {
      const spy = getSpy(this);
      const spyName = spy.getMockName();
      const pass = condition(spy);
      this.assert(pass, `expected "${spyName}" to be successfully ${action} at least once`, `expected "${spyName}" to not be successfully ${action}`, pass, !pass, false);
    });
  });
  [{
    name: "toHaveResolvedTimes",
    condition: (spy, times) => spy.mock.settledResults.reduce((s2, { type: type3 }) => type3 === "fulfilled" ? ++s2 : s2, 0) === times,
    action: "resolved"
  }, {
    name: ["toHaveReturnedTimes", "toReturnTimes"],
    condition: (spy, times) => spy.mock.results.reduce((s2, { type: type3 }) => type3 === "throw" ? s2 : ++s2, 0) === times,
    action: "called"
  }].forEach(({ name, condition, action }) => {
    def(name, function(times) {
      const spy = getSpy(this);
      const spyName = spy.getMockName();
      const pass = condition(spy, times);
      this.assert(pass, `expected "${spyName}" to be successfully ${action} ${times} times`, `expected "${spyName}" to not be successfully ${action} ${times} times`, `expected resolved times: ${times}`, `received resolved times: ${pass}`, false);
    });
  });
  [{
    name: "toHaveResolvedWith",
    condition: (spy, value) => spy.mock.settledResults.some(({ type: type3, value: result2 }) => type3 === "fulfilled" && equals(value, result2)),
    action: "resolve"
  }, {
    name: ["toHaveReturnedWith", "toReturnWith"],
    condition: (spy, value) => spy.mock.results.some(({ type: type3, value: result2 }) => type3 === "return" && equals(value, result2)),
    action: "return"
  }].forEach(({ name, condition, action }) => {
    def(name, function(value) {
      const spy = getSpy(this);
      const pass = condition(spy, value);
      const isNot = utils.flag(this, "negate");
      if (pass && isNot || !pass && !isNot) {
        const spyName = spy.getMockName();
        const msg = utils.getMessage(this, [
          pass,
          `expected "${spyName}" to ${action} with: #{exp} at least once`,
          `expected "${spyName}" to not ${action} with: #{exp}`,
          value
        ]);
        const results = action === "return" ? spy.mock.results : spy.mock.settledResults;
        throw new AssertionError2(formatReturns(spy, results, msg, value));
      }
    });
  });
  [{
    name: "toHaveLastResolvedWith",
    condition: (spy, value) => {
      const result2 = spy.mock.settledResults.at(-1);
      return Boolean(result2 && result2.type === "fulfilled" && equals(result2.value, value));
    },
    action: "resolve"
  }, {
    name: "toHaveLastReturnedWith",
    condition: (spy, value) => {
      const result2 = spy.mock.results.at(-1);
      return Boolean(result2 && result2.type === "return" && equals(result2.value, value));
    },
    action: "return"
  }].forEach(({ name, condition, action }) => {
    def(name, function(value) {
      const spy = getSpy(this);
      const results = action === "return" ? spy.mock.results : spy.mock.settledResults;
      const result2 = results.at(-1);
      const spyName = spy.getMockName();
      this.assert(condition(spy, value), `expected last "${spyName}" call to ${action} #{exp}`, `expected last "${spyName}" call to not ${action} #{exp}`, value, result2?.value);
    });
  });
  [{
    name: "toHaveNthResolvedWith",
    condition: (spy, index2, value) => {
      const result2 = spy.mock.settledResults[index2 - 1];
      return result2 && result2.type === "fulfilled" && equals(result2.value, value);
    },
    action: "resolve"
  }, {
    name: "toHaveNthReturnedWith",
    condition: (spy, index2, value) => {
      const result2 = spy.mock.results[index2 - 1];
      return result2 && result2.type === "return" && equals(result2.value, value);
    },
    action: "return"
  }].forEach(({ name, condition, action }) => {
    def(name, function(nthCall, value) {
      const spy = getSpy(this);
      const spyName = spy.getMockName();
      const results = action === "return" ? spy.mock.results : spy.mock.settledResults;
      const result2 = results[nthCall - 1];
      const ordinalCall = `${ordinal2(nthCall)} call`;
      this.assert(condition(spy, nthCall, value), `expected ${ordinalCall} "${spyName}" call to ${action} #{exp}`, `expected ${ordinalCall} "${spyName}" call to not ${action} #{exp}`, value, result2?.value);
    });
  });
  def("withContext", function(context) {
    for (const key in context) {
      utils.flag(this, key, context[key]);
    }
    return this;
  });
  utils.addProperty(chai.Assertion.prototype, "resolves", function __VITEST_RESOLVES__() {
    const error = new Error("resolves");
    utils.flag(this, "promise", "resolves");
    utils.flag(this, "error", error);
    const test3 = utils.flag(this, "vitest-test");
    const obj = utils.flag(this, "object");
    if (utils.flag(this, "poll")) {
      throw new SyntaxError(`expect.poll() is not supported in combination with .resolves`);
    }
    if (typeof obj?.then !== "function") {
      throw new TypeError(`You must provide a Promise to expect() when using .resolves, not '${typeof obj}'.`);
    }
    const proxy = new Proxy(this, { get: (target, key, receiver) => {
      const result2 = Reflect.get(target, key, receiver);
      if (typeof result2 !== "function") {
        return result2 instanceof chai.Assertion ? proxy : result2;
      }
      return (...args) => {
        utils.flag(this, "_name", key);
        const promise = Promise.resolve(obj).then((value) => {
          utils.flag(this, "object", value);
          return result2.call(this, ...args);
        }, (err) => {
          const _error = new AssertionError2(`promise rejected "${utils.inspect(err)}" instead of resolving`, { showDiff: false });
          _error.cause = err;
          throw _error;
        }).catch((err) => {
          if (isError(err) && error.stack) {
            err.stack = error.stack.replace(error.message, err.message);
          }
          throw err;
        });
        return recordAsyncExpect(test3, promise, createAssertionMessage(utils, this, !!args.length), error, utils.flag(this, "soft"));
      };
    } });
    return proxy;
  });
  utils.addProperty(chai.Assertion.prototype, "rejects", function __VITEST_REJECTS__() {
    const error = new Error("rejects");
    utils.flag(this, "promise", "rejects");
    utils.flag(this, "error", error);
    const test3 = utils.flag(this, "vitest-test");
    const obj = utils.flag(this, "object");
    const wrapper = typeof obj === "function" ? obj() : obj;
    if (utils.flag(this, "poll")) {
      throw new SyntaxError(`expect.poll() is not supported in combination with .rejects`);
    }
    if (typeof wrapper?.then !== "function") {
      throw new TypeError(`You must provide a Promise to expect() when using .rejects, not '${typeof wrapper}'.`);
    }
    const proxy = new Proxy(this, { get: (target, key, receiver) => {
      const result2 = Reflect.get(target, key, receiver);
      if (typeof result2 !== "function") {
        return result2 instanceof chai.Assertion ? proxy : result2;
      }
      return (...args) => {
        utils.flag(this, "_name", key);
        const promise = Promise.resolve(wrapper).then((value) => {
          const _error = new AssertionError2(`promise resolved "${utils.inspect(value)}" instead of rejecting`, {
            showDiff: true,
            expected: new Error("rejected promise"),
            actual: value
          });
          throw _error;
        }, (err) => {
          utils.flag(this, "object", err);
          return result2.call(this, ...args);
        }).catch((err) => {
          if (isError(err) && error.stack) {
            err.stack = error.stack.replace(error.message, err.message);
          }
          throw err;
        });
        return recordAsyncExpect(test3, promise, createAssertionMessage(utils, this, !!args.length), error, utils.flag(this, "soft"));
      };
    } });
    return proxy;
  });
};
function formatCalls(spy, msg, showActualCall) {
  if (spy.mock.calls.length) {
    msg += $.gray(`

Received:

${spy.mock.calls.map((callArg, i2) => {
      let methodCall = $.bold(`  ${ordinal2(i2 + 1)} ${spy.getMockName()} call:

`);
      if (showActualCall) {
        methodCall += diff(showActualCall, callArg, { omitAnnotationLines: true });
      } else {
        methodCall += stringify(callArg).split("\n").map((line) => `    ${line}`).join("\n");
      }
      methodCall += "\n";
      return methodCall;
    }).join("\n")}`);
  }
  msg += $.gray(`

Number of calls: ${$.bold(spy.mock.calls.length)}
`);
  return msg;
}
function formatReturns(spy, results, msg, showActualReturn) {
  if (results.length) {
    msg += $.gray(`

Received:

${results.map((callReturn, i2) => {
      let methodCall = $.bold(`  ${ordinal2(i2 + 1)} ${spy.getMockName()} call return:

`);
      if (showActualReturn) {
        methodCall += diff(showActualReturn, callReturn.value, { omitAnnotationLines: true });
      } else {
        methodCall += stringify(callReturn).split("\n").map((line) => `    ${line}`).join("\n");
      }
      methodCall += "\n";
      return methodCall;
    }).join("\n")}`);
  }
  msg += $.gray(`

Number of calls: ${$.bold(spy.mock.calls.length)}
`);
  return msg;
}
function getMatcherState(assertion, expect3) {
  const obj = assertion._obj;
  const isNot = utils_exports.flag(assertion, "negate");
  const promise = utils_exports.flag(assertion, "promise") || "";
  const customMessage = utils_exports.flag(assertion, "message");
  const jestUtils = {
    ...getMatcherUtils(),
    diff,
    stringify,
    iterableEquality,
    subsetEquality
  };
  let task = utils_exports.flag(assertion, "vitest-test");
  const currentTestName = task?.fullTestName ?? "";
  if (task?.type !== "test") {
    task = void 0;
  }
  const matcherState = {
    ...getState(expect3),
    currentTestName,
    customTesters: getCustomEqualityTesters(),
    isNot,
    utils: jestUtils,
    promise,
    equals,
    suppressedErrors: [],
    soft: utils_exports.flag(assertion, "soft"),
    poll: utils_exports.flag(assertion, "poll"),
    assertion
  };
  Object.assign(matcherState, { task });
  return {
    state: matcherState,
    isNot,
    obj,
    customMessage
  };
}
var JestExtendError = class extends Error {
  constructor(message, actual, expected, __vitest_error_context__) {
    super(message);
    this.actual = actual;
    this.expected = expected;
    this.__vitest_error_context__ = __vitest_error_context__;
  }
};
function JestExtendPlugin(c2, expect3, matchers) {
  return (_, utils) => {
    Object.entries(matchers).forEach(([expectAssertionName, expectAssertion]) => {
      function __VITEST_EXTEND_ASSERTION__(...args) {
        const { state, isNot, obj, customMessage } = getMatcherState(this, expect3);
        const result2 = expectAssertion.call(state, obj, ...args);
        if (result2 && typeof result2 === "object" && typeof result2.then === "function") {
          const thenable = result2;
          return thenable.then(({ pass: pass2, message: message2, actual: actual2, expected: expected2, meta: meta2 }) => {
            if (pass2 && isNot || !pass2 && !isNot) {
              const errorMessage = (customMessage ? `${customMessage}: ` : "") + message2();
              throw new JestExtendError(errorMessage, actual2, expected2, {
                assertionName: expectAssertionName,
                meta: meta2
              });
            }
          });
        }
        const { pass, message, actual, expected, meta } = result2;
        if (pass && isNot || !pass && !isNot) {
          const errorMessage = (customMessage ? `${customMessage}: ` : "") + message();
          throw new JestExtendError(errorMessage, actual, expected, {
            assertionName: expectAssertionName,
            meta
          });
        }
      }
      const softWrapper = wrapAssertion(utils, expectAssertionName, __VITEST_EXTEND_ASSERTION__);
      utils.addMethod(globalThis[JEST_MATCHERS_OBJECT].matchers, expectAssertionName, softWrapper);
      utils.addMethod(c2.Assertion.prototype, expectAssertionName, softWrapper);
      if (expectAssertion.__vitest_poll_takeover__) {
        const addedMethod = c2.Assertion.prototype[expectAssertionName];
        Object.defineProperty(addedMethod, "__vitest_poll_takeover__", { value: true });
      }
      class CustomMatcher extends AsymmetricMatcher3 {
        constructor(inverse = false, ...sample) {
          super(sample, inverse);
        }
        asymmetricMatch(other5) {
          const { pass } = expectAssertion.call(this.getMatcherContext(expect3), other5, ...this.sample);
          return this.inverse ? !pass : pass;
        }
        toString() {
          return `${this.inverse ? "not." : ""}${expectAssertionName}`;
        }
        getExpectedType() {
          return "any";
        }
        toAsymmetricMatcher() {
          return `${this.toString()}<${this.sample.map((item) => stringify(item)).join(", ")}>`;
        }
      }
      const customMatcher = (...sample) => new CustomMatcher(false, ...sample);
      Object.defineProperty(expect3, expectAssertionName, {
        configurable: true,
        enumerable: true,
        value: customMatcher,
        writable: true
      });
      Object.defineProperty(expect3.not, expectAssertionName, {
        configurable: true,
        enumerable: true,
        value: (...sample) => new CustomMatcher(true, ...sample),
        writable: true
      });
      Object.defineProperty(globalThis[ASYMMETRIC_MATCHERS_OBJECT], expectAssertionName, {
        configurable: true,
        enumerable: true,
        value: customMatcher,
        writable: true
      });
    });
  };
}
var JestExtend = (chai, utils) => {
  utils.addMethod(chai.expect, "extend", (expect3, expects) => {
    use(JestExtendPlugin(chai, expect3, expects));
  });
};

// ../../../tmp/srch/shim.mjs
use(JestExtend);
use(JestChaiExpect);
use(JestAsymmetricMatchers);
var expect0 = (v, m) => expect(v, m);
var expect2 = Object.assign(expect0, expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect2.getState = () => getState(expect2);
expect2.setState = (s2) => setState(s2, expect2);
setState({ assertionCalls: 0, isExpectingAssertions: false, isExpectingAssertionsError: null, expectedAssertionsNumber: null, expectedAssertionsNumberErrorGen: null, environment: "node", testPath: "x", currentTestName: "x" }, expect2);
if (customMatchers) expect.extend(expect2, customMatchers);
var queue = [];
var names5 = [];
var before = [];
var after = [];
var afterAlls = [];
var afterAll = (f) => afterAlls.push(f);
var fmt = (n, args) => {
  let i2 = 0;
  return n.replace(/%[sdoij]/g, () => {
    const v = args[i2++];
    return typeof v === "string" ? v : JSON.stringify(v);
  });
};
var each = (fn) => (cases) => (n, o2, f) => {
  const g2 = typeof o2 === "function" ? o2 : f;
  for (const c2 of cases) {
    const a = Array.isArray(c2) ? c2 : [c2];
    fn(fmt(n, a), () => g2(...a));
  }
};
var describe = (n, o2, f) => {
  names5.push(n);
  (typeof o2 === "function" ? o2 : f)();
  names5.pop();
};
var it = (n, o2, f) => {
  const full4 = [...names5, n].join(" > ");
  queue.push({ n: full4, f: typeof o2 === "function" ? o2 : f });
};
describe.each = each(describe);
it.each = each(it);
it.skip = () => {
};
describe.skip = () => {
};
describe.skipIf = (c2) => c2 ? describe.skip : describe;
it.skipIf = (c2) => c2 ? it.skip : it;
it.runIf = (c2) => c2 ? it : it.skip;
describe.runIf = (c2) => c2 ? describe : describe.skip;
describe.skip.each = () => () => {
};
it.skip.each = () => () => {
};
setTimeout(async () => {
  let ok = 0, bad = 0;
  for (const { n, f } of queue) {
    try {
      for (const b3 of before) await b3();
      await f({ skip() {
      }, expect: expect2, onTestFinished() {
      } });
      ok++;
    } catch (e2) {
      bad++;
      console.log("FAIL", n, "\n", (e2.stack ?? String(e2)).slice(0, 1800));
    } finally {
      for (const a of after) await a();
    }
  }
  for (const a of afterAlls) await a();
  console.log("passed", ok, "failed", bad);
}, 0);

// packages/provider-sqlite/test/helpers/embedders.ts
var dimensions = 64;
function numbers(seed) {
  let state = seed;
  return () => {
    state = state + 1831565813 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}
function hashOf3(text2) {
  let hash = 2166136261;
  for (let i2 = 0; i2 < text2.length; i2++) hash = Math.imul(hash ^ text2.charCodeAt(i2), 16777619);
  return hash;
}
function direction(text2, size = dimensions) {
  const next = numbers(hashOf3(text2));
  const gauss = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
  return Float32Array.from({ length: size }, gauss);
}
function sum(vectors, size) {
  return vectors.reduce(
    (total, vector) => total.map((value, i2) => value + vector[i2]),
    new Float32Array(size)
  );
}
function embedderOf(name, embedOne, more = {}) {
  const calls = [];
  return {
    name,
    dimensions,
    ...more,
    calls,
    embed: async (texts) => {
      calls.push([...texts]);
      return texts.map(embedOne);
    }
  };
}
var synonyms = {
  automobile: "car",
  vehicle: "car",
  physician: "doctor",
  infant: "baby"
};
function meaning() {
  const wordsOf2 = (text2) => text2.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  return embedderOf(
    "meaning",
    (text2) => sum(
      wordsOf2(text2).map((word) => direction(synonyms[word] ?? word)),
      dimensions
    )
  );
}

// packages/provider-sqlite/test/conformance.test.ts
var folder = mkdtempSync(join(tmpdir(), "lamella-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
var runs = Math.min(1e3, Number(process.env["LAMELLA_RUNS"] ?? 10));
var paths = /* @__PURE__ */ new WeakMap();
var count2 = 0;
function opener(name, options3) {
  return async (store) => {
    const path = paths.get(store ?? {}) ?? join(folder, `${count2++}.db`);
    const stores = await sqlite(path, { synchronous: "normal", ...options3 });
    paths.set(stores[name], path);
    return stores[name];
  };
}
var fewer = process.env["LAMELLA_RUNS"] === void 0 ? { runs: 5, largest: 1e5 } : { runs };
var settings = [
  ["sqlite()", {}, { runs }],
  ["sqlite() with vectors", { embedder: meaning(), embed: "all" }, fewer],
  ["sqlite() with erasure: 'overwrite'", { erasure: "overwrite" }, fewer]
];
var fits = (name, { code }) => !(name.includes("vectors") && code.endsWith("_SEARCH_GONE"));
for (const [name, options3, inputs] of settings) {
  const [sessions2, memory, blocks] = [opener("sessions", options3), opener("memory", options3), opener("blocks", options3)];
  registerSuite(
    { describe, it },
    `${name}.sessions`,
    sessionStoreSuite(() => sessions2(), {
      has: [
        "fork",
        "compact",
        "compactions",
        "readRun",
        "writeRun",
        "search",
        "export",
        "import",
        "erase",
        "verify",
        "close"
      ],
      reopen: sessions2,
      ...inputs
    }).filter((one2) => fits(name, one2))
  );
  registerSuite(
    { describe, it },
    `${name}.memory`,
    memoryStoreSuite(() => memory(), {
      has: ["search", "restore", "erase", "close"],
      reopen: memory,
      ...inputs
    }).filter((one2) => fits(name, one2))
  );
  registerSuite(
    { describe, it },
    `${name}.blocks`,
    blockStoreSuite(() => blocks(), {
      has: ["search", "erase", "close", "share", "searchShared"],
      reopen: blocks,
      ...inputs
    }).filter((one2) => fits(name, one2))
  );
  const blobs = opener("blobs", options3);
  registerSuite(
    { describe, it },
    `${name}.blobs`,
    blobStoreSuite(() => blobs(), { has: ["erase", "close"], reopen: blobs, ...inputs })
  );
  registerSuite(
    { describe, it },
    `${name}.sessions with its blobs`,
    sessionBlobsSuite(() => sqlite(join(folder, `${count2++}.db`), { synchronous: "normal", ...options3 }), inputs)
  );
}
/*! Bundled license information:

@vitest/pretty-format/dist/index.js:
  (**
   * @license React
   * react-is.production.js
   *
   * Copyright (c) Meta Platforms, Inc. and affiliates.
   *
   * This source code is licensed under the MIT license found in the
   * LICENSE file in the root directory of this source tree.
   *)
  (**
   * @license React
   * react-is.production.min.js
   *
   * Copyright (c) Facebook, Inc. and its affiliates.
   *
   * This source code is licensed under the MIT license found in the
   * LICENSE file in the root directory of this source tree.
   *)
*/
