var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res) => function __init() {
  return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
};
var __export = (target, all2) => {
  for (var name in all2)
    __defProp(target, name, { get: all2[name], enumerable: true });
};

// node_modules/.pnpm/sqlite-vec@0.1.9/node_modules/sqlite-vec/index.mjs
var sqlite_vec_exports = {};
__export(sqlite_vec_exports, {
  getLoadablePath: () => getLoadablePath,
  load: () => load
});
import { fileURLToPath } from "node:url";
import { arch, platform } from "node:process";
function validPlatform(platform2, arch2) {
  return supportedPlatforms.find(([p, a]) => platform2 === p && arch2 === a) !== void 0;
}
function extensionSuffix(platform2) {
  if (platform2 === "win32") return "dll";
  if (platform2 === "darwin") return "dylib";
  return "so";
}
function platformPackageName(platform2, arch2) {
  const os = platform2 === "win32" ? "windows" : platform2;
  return `${BASE_PACKAGE_NAME}-${os}-${arch2}`;
}
function getLoadablePath() {
  if (!validPlatform(platform, arch)) {
    throw new Error(
      invalidPlatformErrorMessage
    );
  }
  const packageName = platformPackageName(platform, arch);
  const loadablePath = fileURLToPath(import.meta.resolve(packageName + "/" + ENTRYPOINT_BASE_NAME + "." + extensionSuffix(platform)));
  return loadablePath;
}
function load(db) {
  db.loadExtension(getLoadablePath());
}
var BASE_PACKAGE_NAME, ENTRYPOINT_BASE_NAME, supportedPlatforms, invalidPlatformErrorMessage;
var init_sqlite_vec = __esm({
  "node_modules/.pnpm/sqlite-vec@0.1.9/node_modules/sqlite-vec/index.mjs"() {
    BASE_PACKAGE_NAME = "sqlite-vec";
    ENTRYPOINT_BASE_NAME = "vec0";
    supportedPlatforms = [["darwin", "x64"], ["linux", "x64"], ["darwin", "arm64"], ["win32", "x64"], ["linux", "arm64"]];
    invalidPlatformErrorMessage = `Unsupported platform for ${BASE_PACKAGE_NAME}, on a ${platform}-${arch} machine. Supported platforms are (${supportedPlatforms.map(([p, a]) => `${p}-${a}`).join(",")}). Consult the ${BASE_PACKAGE_NAME} NPM package README for details.`;
  }
});

// packages/core/dist/chunk-JNXYAKIU.js
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
var longest = 100;
function suggest(word, known2) {
  if (word.length > longest) return void 0;
  const wanted = word.toLowerCase();
  let best3;
  let least3 = Math.floor(Math.max(3, word.length) / 3) + 1;
  for (const candidate of known2) {
    const distance = editDistance(wanted, candidate.toLowerCase(), least3);
    if (distance < least3) {
      least3 = distance;
      best3 = candidate;
    }
  }
  return best3;
}
function didYouMean(word, known2) {
  const near = suggest(word, known2);
  return near === void 0 ? "" : ` Did you mean '${near}'?`;
}
function editDistance(a, b2, most10) {
  if (Math.abs(a.length - b2.length) >= most10) return most10;
  let previous = Array.from({ length: b2.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let nearest = i;
    for (let j = 1; j <= b2.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b2[j - 1] ? 0 : 1);
      const distance = Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row.push(distance);
      nearest = Math.min(nearest, distance);
    }
    if (nearest >= most10) return most10;
    previous = row;
  }
  return previous[b2.length] ?? 0;
}
function checkOptions(what, options2, checks4, required = []) {
  checkKeys("an option", "options", options2, checks4, required, (option, problem) => {
    throw new LamellaError({
      code: "OPTION_INVALID",
      what: `${what}: ${problem}`,
      fix: `Correct the options passed to ${what}().`,
      details: { what, option }
    });
  });
  return options2;
}
function checkKeys(kind, name, object, checks4, required, fail) {
  const found = (key, problem) => fail(key, `'${key}' ${problem}${/[.?]$/.test(problem) ? "" : "."}`);
  if (!isObject(object)) found(name, "must be an object");
  const known2 = Object.keys(checks4);
  for (const [key, value] of Object.entries(object)) {
    if (!known2.includes(key)) found(key, `is not ${kind}.${didYouMean(key, known2)}`);
    const problem = value === void 0 ? void 0 : checks4[key]?.(value);
    if (problem !== void 0) found(key, problem);
  }
  for (const key of required) if (object[key] === void 0) found(key, "is missing");
}
var mustBeText = (value) => typeof value === "string" ? void 0 : "must be a string";
var mustBeTexts = (value) => Array.isArray(value) && value.every((item) => typeof item === "string") ? void 0 : "must be a list of strings";
var mustBeBoolean = (value) => typeof value === "boolean" ? void 0 : "must be true or false";
var mustBeFunction = (value) => typeof value === "function" ? void 0 : "must be a function";
function mustBeNumber(least3, most10 = Number.POSITIVE_INFINITY) {
  const range = most10 === Number.POSITIVE_INFINITY ? `${least3} or more` : `from ${least3} to ${most10}`;
  return (value) => Number.isFinite(value) && value >= least3 && value <= most10 ? void 0 : `must be a number, ${range}`;
}
function mustBeWhole(least3) {
  return (value) => Number.isSafeInteger(value) && value >= least3 ? void 0 : `must be a whole number, ${least3} or more`;
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
var mustBeObject = (value) => isObject(value) ? void 0 : "must be an object";
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// packages/core/dist/chunk-O4G5J5SW.js
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

// packages/core/dist/chunk-JSFH37S3.js
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
var id = (value) => typeof value === "string" || isObject(value) && Object.values(value).every((one) => typeof one === "string") ? void 0 : is("must be text, or an object of texts by provider");
var maybeText = (value) => value === void 0 ? void 0 : text(value);
var maybeFlag = (value) => value === void 0 ? void 0 : flag(value);
var options = (value) => value === void 0 || isObject(value) ? void 0 : is("must be an object, or omitted");
function at(path, found) {
  return found && { path: path + found.path, problem: found.problem };
}
function oneOf(types2) {
  const looks = new Map(Object.entries(types2));
  const known2 = Object.keys(types2).join(", ");
  return (value) => {
    if (!isObject(value)) return is("must be an object");
    const look = looks.get(value["type"]);
    if (!look) return at(".type", is(`must be ${known2}`));
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
function list(check) {
  return (value) => {
    if (!Array.isArray(value)) return is("must be a list");
    for (let index = 0; index < value.length; index++) {
      const found = check(value[index]);
      if (found) return at(`[${index}]`, found);
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
  const { role, content } = value;
  const wrong = at(".providerOptions", options(value["providerOptions"]));
  if (wrong) return wrong;
  switch (role) {
    case "system":
      return typeof content === "string" ? void 0 : at(".content", is("must be text"));
    case "tool":
      return at(".content", ofTool(content));
    case "user":
    case "assistant":
      if (typeof content === "string") return lostCalls(value);
      if (!Array.isArray(content)) return at(".content", is("must be text or a list of parts"));
      return at(".content", role === "user" ? ofUser(content) : ofAssistant(content));
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
  let left2 = looks;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    left2 = looksLeft(item, depth + 1, left2 - 1);
    if (left2 < 0) return -1;
  }
  return left2;
}
var names = {
  "openai-chat": ["OpenAI messages", "use `fromOpenAIChat` of @lamella/wire/openai-chat"],
  "openai-responses": ["items of OpenAI Responses", "use `fromOpenAIResponses` of @lamella/wire/openai-responses"],
  anthropic: ["Anthropic messages", "use `fromAnthropic` of @lamella/wire/anthropic"],
  gemini: ["Gemini contents", "use `fromGemini` of @lamella/wire/gemini"],
  "ai-sdk-4": ["messages of AI SDK 4", "rename their fields to `input`, `output: { type, value }` and `mediaType`"],
  "ai-sdk-ui": ["UI messages", "use `convertToModelMessages` of the AI SDK"]
};
function fixOf(format) {
  const [what, fix] = names[format];
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
function byWord(words2) {
  const entries = Object.entries(words2);
  return new Map(entries.flatMap(([format, list2]) => list2.split(" ").map((word) => [word, format])));
}
function formatOf(messages) {
  for (const message of messages) {
    const found = isObject(message) ? formatOfMessage(message) : void 0;
    if (found) return found;
  }
  const isOpenAI = (one) => isObject(one) && (one["role"] === "assistant" && one["content"] === null || one["role"] === "developer");
  return messages.some(isOpenAI) ? "openai-chat" : void 0;
}
function formatOfMessage(message) {
  const { parts: parts3, content } = message;
  if (Array.isArray(parts3)) return parts3.some((part) => isObject(part) && "type" in part) ? "ai-sdk-ui" : "gemini";
  for (const one of [message, ...Array.isArray(content) ? content : []]) {
    if (!isObject(one)) continue;
    const type = String(one["type"]);
    const format = types.get(type);
    if (format) return format;
    if (type === "file" && isObject(one["file"])) return "openai-chat";
    const field = Object.keys(one).find((key) => fields.has(key) && one[key] !== void 0);
    if (field) return fields.get(field);
  }
  return void 0;
}
function messageFix(seen, otherwise = "A message is a ModelMessage of the AI SDK: { role, content }.") {
  const format = formatOf(seen);
  return format ? fixOf(format) : otherwise;
}
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
var own = "lamella";
var ofAdapters = `${own}:`;
var [fields2, fieldsOfContent] = [
  ["content", "output"],
  ["content", "output", "value"]
];
function fieldsOf({ type }) {
  return type === "content" ? fieldsOfContent : fields2;
}
function reservedMark(message) {
  return markIn(message);
}
function markIn(holder) {
  const { providerOptions } = holder;
  const marks = isObject(providerOptions) ? providerOptions[own] : void 0;
  if (marks !== void 0) {
    const [mark2] = isObject(marks) ? Object.keys(marks) : [void 0];
    return `providerOptions.${own}${mark2 === void 0 ? "" : `.${mark2}`}`;
  }
  for (const name of fieldsOf(holder)) {
    const held = holder[name];
    if (Array.isArray(held)) {
      for (let index = 0; index < held.length; index++) {
        const found = isObject(held[index]) ? markIn(held[index]) : void 0;
        if (found !== void 0) return `${name}[${index}].${found}`;
      }
    } else if (isObject(held)) {
      const found = markIn(held);
      if (found !== void 0) return `${name}.${found}`;
    }
  }
  return void 0;
}

// packages/core/dist/chunk-K2GD5VXV.js
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
  if (isList) return lostInList(value, depth);
  for (const key of Object.keys(value)) {
    const lost = lostByJson(value[key], depth + 1);
    if (lost !== void 0) return lost;
  }
  return void 0;
}
function lostInList(list2, depth) {
  for (const item of list2) {
    if (item === void 0) return "an undefined list item";
    const lost = lostByJson(item, depth + 1);
    if (lost !== void 0) return lost;
  }
  return void 0;
}
var longestId = 512;
function ownerOf(scope) {
  const { tenant, user, agent } = scope ?? {};
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
function checkText(what, text2, longest4) {
  if (typeof text2 !== "string") throw invalid(what, `is ${text2 === null ? "null" : typeof text2}, not a string`);
  if (text2 === "") throw invalid(what, "is empty");
  if (text2.length > longest4) throw invalid(what, `is longer than ${longest4} characters`);
  if (/[\uD800-\uDFFF]/u.test(text2)) throw invalid(what, "has half of a surrogate pair");
  return text2;
}
function messageTexts(messages) {
  if (!Array.isArray(messages)) throw invalid("messages", "are not a list");
  return messages.map((message, index) => {
    const found = messageProblem(message);
    if (found) throw invalid(`messages[${index}]${found.path}`, found.problem, messageFix([message, ...messages]));
    const lost = lostByJson(message, 0);
    if (lost !== void 0) throw invalid(`messages[${index}]`, `has ${lost}, which JSON cannot store`);
    const mark2 = reservedMark(message);
    if (mark2 !== void 0) throw invalid(`messages[${index}]`, `has ${mark2}, which is reserved for Lamella`, markFix);
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

// packages/core/dist/chunk-DFLB6XFO.js
var largestContent = 4 * 1024 * 1024;
var longestFormat = 64;
function checkNative(what, value) {
  if (!isObject(value)) throw invalid(what, "is not an object");
  const { format, content, opaque, prefix } = value;
  const name = checkText(`${what}.format`, format, longestFormat);
  if (opaque !== void 0 && typeof opaque !== "boolean") throw invalid(`${what}.opaque`, "is not true or false");
  const seen = prefix === void 0 ? void 0 : checkText(`${what}.prefix`, prefix, longestFormat);
  if (roomAfter(content, largestContent, 0) < 0) {
    throw invalid(`${what}.content`, `is larger than ${largestContent} characters, a cycle, or deeper than 500 levels`);
  }
  const lost = content === void 0 ? "no value" : lostByJson(content, 0);
  if (lost !== void 0) throw invalid(`${what}.content`, `has ${lost}, which JSON cannot store`);
  const text2 = JSON.stringify(content);
  if (text2.length > largestContent) throw invalid(`${what}.content`, `is larger than ${largestContent} characters`);
  return {
    format: name,
    content: JSON.parse(text2),
    ...opaque === true && { opaque },
    ...seen !== void 0 && { prefix: seen }
  };
}
function sameNative(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
function roomAfter(value, room4, depth) {
  if (room4 < 0 || depth > 500) return -1;
  if (typeof value === "string") return room4 - value.length;
  if (typeof value !== "object" || value === null) return room4 - 1;
  let left2 = room4 - 2;
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (left2 < 0) return -1;
    left2 = roomAfter(item, left2 - (typeof key === "string" ? key.length : 0) - 1, depth + 1);
  }
  return left2;
}
var longestOperation = 200;
function checkChange(options2 = {}) {
  const { at: at3 } = mustBeRecord("options", options2);
  return { ...expectation(options2), at: at3 === void 0 ? void 0 : instantOf("options.at", at3) };
}
function checkAppend(given, messages) {
  const options2 = given === void 0 ? {} : given;
  const { at: at3 } = mustBeRecord("options", options2);
  if (!Array.isArray(at3)) {
    const time = at3 === void 0 ? void 0 : instantOf("options.at", at3);
    return { ...expectation(options2), times: Array.from({ length: messages }, () => time) };
  }
  if (at3.length !== messages) {
    throw invalid("options.at", `is a list of ${at3.length} times for ${messages} messages`);
  }
  const times = Array.from(
    at3,
    (time, index) => time === void 0 ? void 0 : instantOf(`options.at[${index}]`, time)
  );
  return { ...expectation(options2), times };
}
function expectation({ expectedRevision, operation }) {
  return {
    expectedRevision: expectedRevision === void 0 ? void 0 : whole("options.expectedRevision", expectedRevision, 0),
    operation: operation === void 0 ? void 0 : checkText("options.operation", operation, longestOperation)
  };
}
function checkPage(request = {}, length = Number.MAX_SAFE_INTEGER) {
  const { before = length, messages = 50, size = Number.POSITIVE_INFINITY } = mustBeRecord("request", request);
  return {
    before: Math.min(length, limit("request.before", before, 0)),
    messages: limit("request.messages", messages, 1),
    size: limit("request.size", size, 0)
  };
}
function checkRange(start, end, length) {
  const from = Math.min(limit("start", start, 0), length);
  return { start: from, end: Math.max(from, Math.min(limit("end", end, 0), length)) };
}
function checkList(request = {}) {
  const { after, limit: most10 = 100 } = mustBeRecord("request", request);
  if (after !== void 0 && typeof after !== "string") throw invalid("request.after", "is not a string");
  return { after, limit: limit("request.limit", most10, 1) };
}
function checkImport(options2 = {}) {
  const { session } = mustBeRecord("options", options2);
  return session === void 0 ? void 0 : checkId("options.session", session);
}
function checkCompaction(compaction, length) {
  const { start, end, text: text2, native } = mustBeRecord("compaction", compaction);
  whole("compaction.start", start, 0);
  whole("compaction.end", end, 0);
  if (start >= end) throw invalid("compaction", `covers no message: ${start} to ${end}`);
  if (end > length) throw invalid("compaction.end", `is ${end}, past the ${length} messages of the session`);
  const checked = { start, end, text: checkText("compaction.text", text2, Number.POSITIVE_INFINITY) };
  return native === void 0 ? checked : { ...checked, native: checkNative("compaction.native", native) };
}
function sameCompaction(a, b2) {
  return a.start === b2.start && a.end === b2.end && a.text === b2.text && sameNative(a.native, b2.native);
}
function limit(what, value, least3) {
  return value === Number.POSITIVE_INFINITY ? value : whole(what, value, least3);
}
function whole(what, value, least3) {
  if (Number.isSafeInteger(value) && value >= least3) return value;
  throw invalid(what, `is ${typeof value === "number" ? value : typeof value}, not a whole number, ${least3} or more`);
}
function checkInstant(what, value) {
  const time = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== value) throw invalid(what, "is not an ISO 8601 instant");
  return value;
}
function instantOf(what, at3) {
  if (!(at3 instanceof Date)) throw invalid(what, "is not a Date");
  if (Number.isNaN(at3.getTime())) throw invalid(what, "is an invalid Date");
  return at3.toISOString();
}
function mustBeRecord(what, value) {
  if (!isObject(value)) throw invalid(what, "is not an object");
  return value;
}
var milliseconds = 864e5;
var form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
function dateSpan(what, date) {
  const [instant, day] = typeof date === "string" && form.exec(date) || [];
  const start = day === void 0 ? Number.NaN : Date.parse(day);
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day ?? "");
  const first = isDay ? Date.parse(instant ?? "") : Number.NaN;
  if (Number.isNaN(first)) throw invalid(what, "is neither an ISO 8601 day nor an instant with Z or an offset");
  return { first, last: instant === day ? first + milliseconds - 1 : first };
}
function ageInDays(span, now) {
  return Math.max(0, now.getTime() - span.last) / milliseconds;
}
var modes = ["auto", "keyword", "vector", "hybrid"];
function checkSearch(request, has) {
  const { query, mode = "auto", limit: most10 = 10, recency, diversity = 0, signal } = mustBeRecord("request", request);
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
  return { query, mode, limit: limit("request.limit", most10, 1), recency, diversity, signal };
}
var diversePool = 200;
function diverse(hits, diversity, limit2, termsOf) {
  if (diversity === 0 || hits.length <= limit2) return hits.slice(0, limit2);
  const left2 = hits.slice(0, Math.max(diversePool, limit2)).map((hit) => ({ hit, terms: termsOf(hit), likeness: 0 }));
  const best3 = hits[0]?.score ?? 1;
  const taken = [];
  while (left2.length > 0 && taken.length < limit2) {
    let choice = 0;
    let most10 = Number.NEGATIVE_INFINITY;
    for (const [index, { hit, likeness }] of left2.entries()) {
      const worth = (1 - diversity) * (hit.score / best3) - diversity * likeness;
      if (worth > most10) {
        most10 = worth;
        choice = index;
      }
    }
    const [chosen] = left2.splice(choice, 1);
    if (!chosen) break;
    taken.push(chosen.hit);
    for (const other of left2) other.likeness = Math.max(other.likeness, likenessOf(chosen.terms, other.terms));
  }
  return taken.toSorted((a, b2) => b2.score - a.score);
}
function likenessOf(a, b2) {
  const [few2, many] = a.size < b2.size ? [a, b2] : [b2, a];
  let both = 0;
  for (const term of few2.keys()) if (many.has(term)) both++;
  return both === 0 ? 0 : both / (a.size + b2.size - both);
}
function fading(date, recency) {
  if (recency === void 0 || date === void 0) return 1;
  const span = typeof date === "string" ? dateSpan("date", date) : date;
  return Math.max(1e-9, 0.5 ** (ageInDays(span, recency.now) / recency.halfLifeDays));
}

// packages/core/dist/chunk-D6N624FT.js
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
      return "";
  }
}
function valueText(value) {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
var largest = 256 * 1024 * 1024;
var idForm = /^blob:[a-z2-7]{26}$/;
var mediaTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/;
function checkBlobOptions(content, options2 = {}) {
  if (!(content instanceof Uint8Array)) throw invalid("content", "is not a Uint8Array");
  if (content.length > largest) throw invalid("content", `has ${content.length} bytes, more than ${largest}`);
  const { mediaType = "application/octet-stream", name, at: at3 } = mustBeRecord("options", options2);
  checkText("options.mediaType", mediaType, 255);
  if (!mediaTypeForm.test(mediaType)) throw invalid("options.mediaType", "is not of the form 'type/subtype'");
  return {
    mediaType,
    name: name === void 0 ? void 0 : checkText("options.name", name, 512),
    at: at3 === void 0 ? void 0 : instantOf("options.at", at3)
  };
}
function checkBlobDelete(options2 = {}) {
  const { before } = mustBeRecord("options", options2);
  return before === void 0 ? void 0 : instantOf("options.before", before);
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
async function blobId(content) {
  const own2 = content.buffer instanceof ArrayBuffer ? content : new Uint8Array(content);
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
var added = ["revision", "createdAt", "updatedAt"];
function checkMemory(entry) {
  const {
    id: id2,
    kind = "note",
    text: text2,
    date,
    speaker,
    session,
    importance,
    tags,
    source,
    metadata,
    ...others2
  } = mustBeRecord("entry", entry);
  const other = Object.entries(others2).find(([key, value]) => value !== void 0 && !added.includes(key));
  if (other) throw invalid(`entry.${other[0]}`, "is an unknown field");
  return {
    id: checkId("entry.id", id2),
    kind: checkId("entry.kind", kind),
    text: checkText("entry.text", text2, Number.POSITIVE_INFINITY),
    ...date === void 0 ? {} : { date: checkDate(date) },
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
function checkTexts(what, texts2) {
  if (!Array.isArray(texts2)) throw invalid(what, "is not a list");
  return Array.from(texts2, (text2, index) => checkId(`${what}[${index}]`, text2));
}
function checkMetadata(metadata) {
  const lost = lostByJson(metadata, 0);
  if (lost !== void 0) throw invalid("entry.metadata", `has ${lost}, which JSON cannot store`);
  return JSON.parse(JSON.stringify(metadata));
}
function checkDate(date) {
  dateSpan("entry.date", date);
  return date;
}
var middling = 5;
function memoryFilter(filter = {}) {
  const { kinds: kinds22, tags = [], minImportance, from, until, ...others2 } = mustBeRecord("filter", filter);
  mustBeEmpty(others2);
  const wanted = kinds22 === void 0 ? void 0 : new Set(checkTexts("filter.kinds", kinds22));
  const needed = checkTexts("filter.tags", tags);
  const least3 = minImportance === void 0 ? 0 : checkImportance("filter.minImportance", minImportance);
  const isInTime = dateFilter({ from, until });
  return ({ kind, tags: own2 = [], importance = middling, date }) => (wanted === void 0 || wanted.has(kind)) && needed.every((tag) => own2.includes(tag)) && importance >= least3 && isInTime(date);
}
function messageFilter(filter = {}) {
  const { from, until, ...others2 } = mustBeRecord("filter", filter);
  mustBeEmpty(others2);
  const isInTime = dateFilter({ from, until });
  return ({ at: at3 }) => isInTime(at3);
}
function dateFilter({
  from,
  until
}) {
  if (from === void 0 && until === void 0) return () => true;
  const earliest = from === void 0 ? Number.NEGATIVE_INFINITY : dateSpan("filter.from", from).first;
  const latest = until === void 0 ? Number.POSITIVE_INFINITY : dateSpan("filter.until", until).last;
  return (date) => {
    if (date === void 0) return false;
    const { first, last } = dateSpan("date", date);
    return last >= earliest && first <= latest;
  };
}
function mustBeEmpty(others2) {
  const other = Object.entries(others2).find(([, value]) => value !== void 0);
  if (other) throw invalid(`filter.${other[0]}`, "is not supported here");
}
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
function checkBytes(what, bytes) {
  if (!ArrayBuffer.isView(bytes) || Object.prototype.toString.call(bytes) !== "[object Uint8Array]") {
    throw invalid(what, "is not a Uint8Array");
  }
  if (bytes.byteLength === 0) throw invalid(what, "is empty");
  if (bytes.byteLength > largestBytes) throw invalid(what, `is larger than ${largestBytes} bytes`);
  return new Uint8Array(bytes);
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
  const { after, limit: limit2 } = checkList(request);
  const { filter = {} } = request;
  const { kinds: kinds22, labelPrefix = "", stale, ...others2 } = mustBeRecord("filter", filter);
  mustBeNone("filter", others2);
  const wanted = kinds22 === void 0 ? void 0 : new Set(checkTexts("filter.kinds", kinds22));
  if (typeof labelPrefix !== "string") throw invalid("filter.labelPrefix", "is not a string");
  if (stale !== void 0 && typeof stale !== "boolean") throw invalid("filter.stale", "is not true or false");
  const isMeant = ({ kind, label, contentRevision, textRevision }) => (wanted === void 0 || wanted.has(kind)) && label.startsWith(labelPrefix) && (stale === void 0 || stale === textRevision < contentRevision);
  return { after, limit: limit2, isMeant };
}
function blockFilter(filter = {}) {
  const { kinds: kinds22, from, until, ...others2 } = mustBeRecord("filter", filter);
  const other = Object.entries(others2).find(([, value]) => value !== void 0);
  if (other) throw invalid(`filter.${other[0]}`, "is not supported here");
  const isMeant = memoryFilter({
    ...kinds22 === void 0 ? {} : { kinds: kinds22 },
    ...from === void 0 ? {} : { from },
    ...until === void 0 ? {} : { until }
  });
  return ({ kind, updatedAt }) => {
    const date = blockDate(updatedAt);
    return isMeant(date === void 0 ? { kind } : { kind, date });
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
  const other = Object.entries(others2).find(([, value]) => value !== void 0);
  if (other) throw invalid(`${what}.${other[0]}`, "is an unknown field");
}
function checkRunChange(run2, expectedVersion) {
  if (!isObject(run2)) throw invalid("run", "is not an object");
  const lost = lostByJson(run2, 0);
  if (lost !== void 0) throw invalid("run", `has ${lost}, which JSON cannot store`);
  return { text: JSON.stringify(run2), expectedVersion: whole("expectedVersion", expectedVersion, 0) };
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
function checkShare(scope, grantee, options2) {
  const [owner, other] = [ownerOf(scope), ownerOf(grantee)];
  if (owner.tenant !== other.tenant) throw invalid("grantee", "is of another tenant: shares stay in one tenant");
  if (compareOwners(owner, other) === 0) throw invalid("grantee", "is the owner of the block");
  const { permission, write = false, ...others2 } = mustBeRecord("options", options2);
  const [unknown] = Object.keys(others2);
  if (unknown !== void 0) throw invalid(`options.${unknown}`, "is an unknown field");
  if (typeof write !== "boolean") throw invalid("options.write", "is not true or false");
  return { owner, grantee: other, permission: checkId("options.permission", permission), write };
}
function compareOwners(a, b2) {
  if (a.user !== b2.user) return a.user < b2.user ? -1 : 1;
  if (a.agent !== b2.agent) return a.agent < b2.agent ? -1 : 1;
  return 0;
}
function scopeOf({ tenant, user, agent }) {
  return { tenant, ...user === "" ? {} : { user }, ...agent === "" ? {} : { agent } };
}
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
  for (const operation of operations) yield operationLine(operation);
  yield endLine(1 + length + compactions.length + operations.length);
}
function headerLine(info) {
  const { id: id2, revision, length, size, createdAt, updatedAt, forkedFrom: from } = info;
  const forkedFrom = from && { session: from.session, at: from.at };
  const head = { lamella: "session", version: sessionLinesVersion };
  return JSON.stringify({ ...head, id: id2, revision, length, size, createdAt, updatedAt, forkedFrom });
}
function messageLine(position, { text: text2, revision, at: at3 }) {
  const time = at3 === void 0 ? "" : `,"at":${JSON.stringify(at3)}`;
  return `{"position":${position},"revision":${revision}${time},"message":${text2}}`;
}
function compactionLine({ start, end, text: text2, native, revision, at: at3 }) {
  return JSON.stringify({ compaction: { start, end, text: text2, native, revision, at: at3 } });
}
function operationLine({ name, revision }) {
  return JSON.stringify({ operation: { name, revision } });
}
function endLine(lines) {
  return JSON.stringify({ end: true, lines });
}
function createHistory(copied2, fail) {
  let first = copied2 === void 0 ? 1 : 2;
  const begun = copied2 ?? 0;
  const appends = [];
  const changes = [];
  const names3 = /* @__PURE__ */ new Set();
  let messages = 0;
  let merged = 0;
  let lastCompaction = 0;
  let lastOperation = 0;
  function add(change) {
    if (changes.length === 0 && change.revision === 2) first = 2;
    const next = first + changes.length;
    if (change.revision !== next) fail(`appears where the change of revision ${next} is missing`);
    changes.push(change);
  }
  function mergeBefore(revision) {
    for (let append = appends[merged]; append && append.revision < revision; append = appends[merged]) {
      add(append);
      merged++;
    }
  }
  return {
    message({ revision, at: at3 }) {
      const start = messages++;
      const isCopy = start < begun;
      if (isCopy !== revision < first) fail(`has revision ${revision}, which a message at ${start} cannot have`);
      if (isCopy) return;
      const last = appends.at(-1);
      if (last?.revision === revision) {
        last.length = messages;
        last.firstAt ??= at3;
        last.lastAt = at3 ?? last.lastAt;
      } else if (last && revision < last.revision) fail("has an earlier revision than the message before it");
      else appends.push({ ...changeAt(revision, at3), start, length: messages, compaction: void 0 });
    },
    compaction(compaction) {
      const { revision, end, at: at3 } = compaction;
      if (revision < lastCompaction) fail("has an earlier revision than the compaction before it");
      lastCompaction = revision;
      mergeBefore(revision);
      const length = changes.at(-1)?.length ?? begun;
      if (end > length) fail(`ends at ${end}, past the ${length} messages at that time`);
      if (revision < first) return;
      if (appends[merged]?.revision === revision) fail("has the revision of a message");
      add({ ...changeAt(revision, at3), start: length, length, compaction });
    },
    operation({ name, revision }) {
      mergeBefore(Number.POSITIVE_INFINITY);
      if (revision <= lastOperation) fail("has no later revision than the operation before it");
      lastOperation = revision;
      const change = changes[revision - first];
      if (change === void 0) return fail(`has revision ${revision}, which no change has`);
      if (names3.has(name)) fail("has the name of another operation");
      names3.add(name);
      change.operation = name;
    },
    changes() {
      mergeBefore(Number.POSITIVE_INFINITY);
      if (messages < begun) fail(`ends a fork of ${begun} messages after ${messages}`);
      return changes;
    }
  };
}
function changeAt(revision, at3) {
  return { revision, firstAt: at3, lastAt: at3, operation: void 0 };
}
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
function infoOf(fields3, fail) {
  const { lamella, version: version2, id: id2, revision, length, size, createdAt, updatedAt, forkedFrom } = fields3;
  if (lamella !== "session") fail("is not the start of an exported session");
  if (version2 !== sessionLinesVersion) fail(`has version ${shown(version2)}; supported is ${sessionLinesVersion}`);
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
  const { session, at: at3 } = isObject(value) ? value : {};
  return { session: checkId("forkedFrom.session", session), at: whole("forkedFrom.at", at3, 0) };
}
function messageOf({ position, revision, at: at3, message }, expected, fail) {
  if (position !== expected) fail(`is message ${shown(position)} instead of ${expected}`);
  return kept(fail, () => {
    const [text2 = ""] = messageTexts([message]);
    return {
      text: text2,
      revision: whole("revision", revision, 1),
      at: at3 === void 0 ? void 0 : checkInstant("at", at3)
    };
  });
}
function compactionOf(value, length, fail) {
  return kept(fail, () => {
    const compaction = checkCompaction(value, length);
    const { revision, at: at3 } = value;
    const own2 = { ...compaction, revision: whole("compaction.revision", revision, 1) };
    return at3 === void 0 ? own2 : { ...own2, at: checkInstant("compaction.at", at3) };
  });
}
function operationOf(value, fail) {
  const { name, revision } = isObject(value) ? value : {};
  return kept(fail, () => {
    const { operation = "" } = checkChange({ operation: name });
    return { name: operation, revision: whole("operation.revision", revision, 1) };
  });
}
function kept(fail, check) {
  try {
    return check();
  } catch (error) {
    if (!isLamellaError(error, "STORE_VALUE_INVALID")) throw error;
    return fail(`has an invalid value: ${error.details.what} ${error.details.problem}`);
  }
}
function shown(value) {
  return typeof value === "number" ? String(value) : typeof value;
}
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
  function take(fields3) {
    const own2 = kinds.findIndex((key) => Object.hasOwn(fields3, key));
    const name = kinds[own2];
    if (name === void 0) return fail(`is not one of a session's: ${kinds.join(", ")}`);
    if (kind === -1 && own2 !== 0) return fail("is not the start of an exported session");
    if (own2 < kind || own2 === kind && own2 === 0) return fail(`follows one of a later kind: '${kinds[kind]}'`);
    kind = own2;
    switch (name) {
      case "lamella":
        info = infoOf(fields3, fail);
        history = createHistory(info.forkedFrom?.at, fail);
        return headerLine(info);
      case "message": {
        const message = messageOf(fields3, messages.length, fail);
        history.message(message);
        size += message.text.length;
        return messageLine(messages.push(message) - 1, message);
      }
      case "compaction": {
        const compaction = compactionOf(fields3["compaction"], messages.length, fail);
        history.compaction(compaction);
        compactions.push(compaction);
        return compactionLine(compaction);
      }
      case "operation": {
        const operation = operationOf(fields3["operation"], fail);
        history.operation(operation);
        return operationLine(operation);
      }
      case "end":
        return endLine(number - 1);
      default:
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

// packages/core/dist/store/index.js
var checks = {
  sessions: mustHaveMethod("read"),
  blobs: mustHaveMethod("put"),
  scope: mustBeObject,
  before: (value) => value instanceof Date && !Number.isNaN(value.getTime()) ? void 0 : "must be a valid Date",
  undated: mustBeBoolean,
  only: mustBeTexts
};
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
  let bare2 = word.normalize("NFD");
  for (const { on, marks } of accents) bare2 = bare2.replace(on, (letter2) => letter2.replace(marks, ""));
  bare2 = bare2.replace(vowelSigns, "");
  return bare2.replace(strokes, (letter2) => plain.get(letter2) ?? letter2).normalize("NFC");
}
var accents = [
  { on: /[\p{Script=Latin}\p{Script=Greek}]\p{M}+/gu, marks: /[\u0300-\u036f]/g },
  { on: /\p{Script=Cyrillic}\p{M}+/gu, marks: /[\u0300\u0301]/g },
  { on: /е\p{M}+/gu, marks: /\u0308/g }
];
var vowelSigns = /[\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]/g;
var plain = new Map(
  "\xDF>ss \xE6>ae \u0153>oe \xF8>o \u0142>l \u0111>d \xF0>d \xFE>th \u0131>i \u0127>h \u0167>t \u03C2>\u03C3 \u06CC>\u064A \u0649>\u064A \u06A9>\u0643".split(" ").map((pair) => [pair.charAt(0), pair.slice(2)])
);
var strokes = new RegExp(`[${Array.from(plain.keys()).join("")}]`, "g");
function isAscii(text2) {
  for (let i = 0; i < text2.length; i++) if (text2.charCodeAt(i) > 127) return false;
  return true;
}

// packages/ranker-bm25/src/analysis/guess.ts
var looked2 = 2048;
var manyMarks = /\p{M}{8,}/gu;
var words = /[\p{L}\p{M}]+/gu;
var letters = /\p{L}/gu;
var enough = 1;
var ahead = 1.5;
function guessLanguage(text2, languages) {
  return languages[createGuess(languages)(text2)]?.name;
}
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
    const written = alphabets.map((alphabet2) => 2 * found.filter((one) => alphabet2.has(one)).length > found.length);
    const only2 = written.indexOf(true);
    if (only2 < 0 || written.lastIndexOf(true) === only2) return only2;
    const counts = languages.map(() => 0);
    for (const word of start.match(words) ?? []) {
      const places2 = (having.get(word) ?? []).filter((place) => written[place]);
      for (const place of places2) counts[place] = counts[place] + 1 / places2.length;
    }
    const [best3 = 0, next = 0] = counts.toSorted((a, b2) => b2 - a);
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
function isVowel(word, at3) {
  const unit2 = word.charCodeAt(at3);
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
  let marked = "";
  for (let i = 0; i < word.length; i++) {
    const isConsonant = word[i] === "y" && (i === 0 || isVowel(marked, i - 1));
    marked += isConsonant ? "Y" : word[i];
  }
  return marked;
}
function regionAfter(word, from) {
  let i = from;
  while (i < word.length && !isVowel(word, i)) i++;
  while (i < word.length && isVowel(word, i)) i++;
  return Math.min(i + 1, word.length);
}
function hasVowel(word, end) {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true;
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

// packages/core/dist/chunk-JZ7YWNPL.js
var damaged = new Error("damaged");
var full = new Error("full");
var most = 64 * 1024 * 1024;
var rows = "1r80 t3gtq ss7sa rjag6 e8 12xgb2 ss27i sxomm chhxc 135xim 12ugvi rlabq t5hws 7lzwi k0lc0 srjam 13bwfz riav4 qcc4q q9dgq x4xa8 13y0oe 13peum 13mfhn 13g5im 13bjla".split(" ").map((row) => Number.parseInt(row, 36));
var isPrice = (value) => typeof value === "number" && value >= 0 && Number.isFinite(value);
function areTokenPrices(value) {
  if (!isObject(value)) return false;
  const { input, output: output2, read, writes } = value;
  const areWrites = writes === void 0 || isObject(writes) && Object.values(writes).every(isPrice);
  return isPrice(input) && isPrice(output2) && (read === void 0 || isPrice(read)) && areWrites;
}
var mustBePrices = (value) => {
  const long = isObject(value) ? value["long"] : void 0;
  const isRight = areTokenPrices(value) && (long === void 0 || areTokenPrices(long) && isPrice(long["above"]));
  return isRight ? void 0 : "must be { input, output, read?, writes?, long? } in US dollars per million tokens";
};

// packages/core/dist/index.js
var leastOfRoom = 1 / 8;
var neverAborted = new AbortController().signal;
var limitChecks = {
  bytes: mustBeWhole(0),
  images: mustBeWhole(0),
  imageBytes: mustBeWhole(0),
  tools: mustBeWhole(0),
  toolBytes: mustBeWhole(0)
};
var budgetChecks = {
  window: mustBeWhole(0),
  reserve: mustBeWhole(0),
  limits: (value) => typeof value === "object" && value !== null ? void 0 : "must be an object",
  prices: mustBePrices,
  keep: (value) => typeof value === "number" && value > 0 && value <= 1 ? void 0 : "must be above 0, at most 1"
};
var repairChecks = {
  missingResult: mustBeOneOf(["synthesize", "drop", "fail"]),
  orphanResult: mustBeOneOf(["drop", "fail"]),
  heldCalls: (value) => value === "all" || mustBeTexts(value) === void 0 ? void 0 : "must be 'all' or a list of ids"
};

// packages/core/dist/chunk-ACE5BPJ7.js
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
var shortest = 256;
var shortestLine = 60;
var run = /[\w+/=\\-]*/y;
var inRun = /[\w+/=\\-]/;
var nextLine = /\r?\n([\w+/=-]+)/y;
var longestAddress = 2048;
var withCommas = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
function withoutData(text2, mark2 = (characters) => `[${withCommas(characters)} characters of data]`) {
  let result = "";
  let kept3 = 0;
  for (let at3 = shortestLine; at3 < text2.length; at3 += shortestLine) {
    if (!inRun.test(text2[at3])) continue;
    let from = at3;
    while (from > kept3 && inRun.test(text2[from - 1])) from--;
    const end = endOf(run, text2, at3);
    const size = end - from;
    if (size < shortestLine) continue;
    const to = size < shortest ? endOfLines(text2, end, size) : end;
    at3 = to;
    if (to - from < shortest || !isMixed(text2.slice(from, to), to > end) || isAddress(text2, from)) continue;
    result += text2.slice(kept3, from) + mark2(to - from);
    kept3 = to;
  }
  return result + text2.slice(kept3);
}
function endOf(expression, text2, from) {
  expression.lastIndex = from;
  return expression.test(text2) ? expression.lastIndex : from;
}
function endOfLines(text2, end, longest4) {
  nextLine.lastIndex = end;
  const size = nextLine.exec(text2)?.[1]?.length ?? 0;
  if (size < shortestLine || size > longest4) return end;
  const line = `\\r?\\n[\\w+/=-]`;
  return endOf(new RegExp(`(?:${line}{${size}}(?![\\w+/=-]))+(?:${line}{1,${size}}(?=[^\\w .,:]|$))?`, "y"), text2, end);
}
function isMixed(data, isLines) {
  if (/\\(?![/nr])/.test(data) || isLines && !(/[a-z]/.test(data) && /[A-Z]/.test(data))) return false;
  const bare2 = data.replace(/\\.|[\W_]|(.)(?=\1)/g, "");
  const words2 = bare2.split(/(?<=[a-z])(?=[A-Z])|(?<=\d)(?=\D)|(?<=\D)(?=\d)/);
  return bare2.length >= shortestLine && words2.length * 4 > bare2.length;
}
function isAddress(text2, at3) {
  const before = text2.slice(Math.max(0, at3 - longestAddress), at3).split(/[\s"'<>]/);
  return before[before.length - 1]?.includes("://") === true;
}
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
      const late = timedOut ?? ((milliseconds2) => new Error(`${what} took longer than ${milliseconds2} ms.`));
      timer = setTimeout(() => stop(late(deadline)), Math.min(deadline, longestTimer));
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

// packages/core/dist/plugin/index.js
function errorsOf() {
  return (code, what, fix, details, cause) => {
    return new LamellaError({ code, what, fix, details, cause });
  };
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
  const wrong = value.findIndex((one) => !isLanguage(one));
  if (wrong >= 0)
    return `must have a name, a function stem and a list stopWords in each language; number ${wrong + 1} does not`;
  const names3 = value.map(({ name }) => name);
  const twice = names3.find((name, i) => names3.indexOf(name) !== i);
  return twice === void 0 ? void 0 : `must have each language once; ${twice} occurs twice`;
}
function isLanguage(value) {
  return isObject(value) && typeof value["name"] === "string" && typeof value["stem"] === "function" && mustBeTexts(value["stopWords"]) === void 0 && (value["irregular"] === void 0 || mustBeTexts(value["irregular"]) === void 0) && (value["fold"] === void 0 || typeof value["fold"] === "function");
}
function either(...checks4) {
  return (value) => checks4.some((check) => check(value) === void 0) ? void 0 : checks4.map((check) => check(value)).join(", or ");
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
  const table2 = new Uint8Array(65536);
  for (let unit2 = 0; unit2 < 128; unit2++) table2[unit2] = kindOfAscii(unit2);
  const beyond = /* @__PURE__ */ new Map();
  const at3 = (text2, place) => {
    const unit2 = text2.charCodeAt(place);
    const known2 = table2[unit2];
    if (known2 !== 0) return known2;
    const code = text2.codePointAt(place);
    const kind = beyond.get(code) ?? kindOf(code);
    if (unit2 < 55296 || unit2 > 57343) table2[unit2] = kind;
    else if (beyond.size < mostBeyond) beyond.set(code, kind);
    return kind;
  };
  return { table: table2, at: at3 };
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
function endOfWord(text2, start, from, { at: at3 }) {
  const stop = Math.min(text2.length, start + longestRun);
  let i = from;
  while (i < stop) {
    const kind = at3(text2, i);
    if (kind === letter || kind === joining) i += widthOf(text2.charCodeAt(i));
    else {
      const next = kind === underscore ? afterUnderscores(text2, i, stop) : i + 1;
      const between = kind === apostrophe || kind === underscore || kind === point && isBetweenDigits(text2, i);
      if (!between || next >= text2.length || at3(text2, next) !== letter) return i;
      i = next;
    }
  }
  return i < text2.length ? cutAt(text2, start, i, at3) : text2.length;
}
function endOfUnspaced(text2, start, { at: at3 }) {
  const stop = Math.min(text2.length, start + longestRun);
  let i = start;
  while (i < stop) {
    const kind = at3(text2, i);
    if (kind !== unspaced && kind !== unspacedUnfolded && kind !== joining) return i;
    i += widthOf(text2.charCodeAt(i));
  }
  return i < text2.length ? cutAt(text2, start, i, at3) : text2.length;
}
function cutAt(text2, start, end, at3) {
  const least3 = start + longestRun / 2;
  let cut = end;
  while (cut > least3 && at3(text2, cut) === joining) cut--;
  if (cut === end || cut === least3) return isInsidePair(text2, end) ? end - 1 : end;
  return isInsidePair(text2, cut) ? cut - 1 : cut;
}
function isInsidePair(text2, at3) {
  const code = text2.codePointAt(at3 - 1);
  return code !== void 0 && code > 65535;
}
function afterUnderscores(text2, from, stop) {
  let i = from;
  while (i < stop && text2[i] === "_") i++;
  return i;
}
function isBetweenDigits(text2, at3) {
  return isDigit(text2.charCodeAt(at3 - 1)) && isDigit(text2.charCodeAt(at3 + 1));
}
var isDigit = (unit2) => unit2 >= 48 && unit2 <= 57;

// packages/ranker-bm25/src/analysis/word-table.ts
var reach = 8;
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
  constructor(most10) {
    this.#most = most10;
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
    let at3 = this.#home(hash);
    for (let i = 0; i < reach; i++, at3 = at3 + 2 & mask) {
      const word = places2[at3 + 1] - 1;
      if (word < 0) return -1;
      if (places2[at3] !== hash) continue;
      const start = this.#starts[word];
      if (this.#starts[word + 1] - start !== length) continue;
      let same = 0;
      while (same < length && this.#characters[start + same] === text2.charCodeAt(from + same)) same++;
      if (same === length) return word;
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
    for (let i = from; i < to; i++) this.#characters[start + i - from] = text2.charCodeAt(i);
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
    let at3 = home;
    let left2 = reach;
    while (left2 > 0 && places2[at3 + 1] !== 0) {
      at3 = at3 + 2 & places2.length - 1;
      left2--;
    }
    if (left2 === 0) at3 = home;
    places2[at3] = hash;
    places2[at3 + 1] = word;
  }
  #grow() {
    const before = this.#places;
    this.#bits++;
    this.#places = new Int32Array(2 * before.length);
    this.#starts = larger(this.#starts, new Int32Array(before.length / 2 + 1));
    this.#itemStarts = larger(this.#itemStarts, new Int32Array(before.length / 2 + 1));
    for (let at3 = 0; at3 < before.length; at3 += 2) {
      if (before[at3 + 1] !== 0) this.#place(before[at3], before[at3 + 1]);
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
  const scanner = new Scanner(termsOf, recent, itemOf);
  return (text2, emit) => scanner.scan(text2, emit);
}
var { table, at: at2 } = kinds2;
var Scanner = class {
  #termsOf;
  #recent;
  #itemOf;
  #words = new WordTable(remembered);
  #emitted = 0;
  constructor(termsOf, recent, itemOf) {
    this.#termsOf = termsOf;
    this.#recent = recent;
    this.#itemOf = itemOf;
  }
  /** Emits the items of a text, and returns whether there was one. */
  scan(text2, emit) {
    const before = this.#emitted;
    this.#scan(text2, emit, false);
    return this.#emitted > before;
  }
  #learn(text2, start, end, hash, isFolded) {
    const items = this.#itemsOf(text2, start, end, hash, isFolded);
    if (end - start <= longestRemembered) this.#words.put(text2, start, end, hash, items);
    return items;
  }
  #itemsOf(text2, start, end, hash, isFolded) {
    const shared2 = isFolded ? void 0 : this.#recent;
    let terms = shared2?.find(text2, start, end, hash);
    if (terms === void 0) {
      const run2 = copy(text2.slice(start, end));
      const folded = isFolded ? run2 : foldForm(run2);
      if (folded !== run2) return this.#scanned(folded);
      terms = this.#termsOf(run2);
      shared2?.put(run2, hash, terms);
    }
    return terms.map((term) => this.#itemOf(term));
  }
  #scanned(folded) {
    const items = [];
    this.#scan(folded, (item) => items.push(item), true);
    return items;
  }
  /** Emits each character with its marks, and each pair of neighbours. Returns the last character. */
  #scanCharacters(run2, before, emit) {
    let previous = before;
    for (let i = 0; i < run2.length; ) {
      const start = i;
      i += widthOf(run2.charCodeAt(i));
      while (i < run2.length && at2(run2, i) === joining) i += widthOf(run2.charCodeAt(i));
      const character = copy(run2.slice(start, i));
      emit(this.#itemOf(character));
      if (previous !== "") emit(this.#itemOf(previous + character));
      this.#emitted++;
      previous = character;
    }
    return previous;
  }
  /** Scans a run of a script without spaces, in parts if it is long. Returns where it ends. */
  #scanUnspaced(text2, from, emit, isFolded) {
    let [i, previous] = [from, ""];
    do {
      const end = endOfUnspaced(text2, i, kinds2);
      const run2 = text2.slice(i, end);
      const folded = isFolded ? run2 : foldForm(run2);
      if (folded === run2) previous = this.#scanCharacters(run2, previous, emit);
      else {
        this.#scan(folded, emit, true);
        previous = "";
      }
      i = end;
    } while (i < text2.length && isUnspaced2(at2(text2, i)));
    return i;
  }
  #scan(text2, emit, isFolded) {
    const words2 = this.#words;
    for (let i = 0; i < text2.length; ) {
      const unit2 = text2.charCodeAt(i);
      const kind = table[unit2] || at2(text2, i);
      if (kind === separator) i++;
      else if (kind === letter) {
        const start = i;
        const stop = Math.min(text2.length, start + longestRun);
        let hash = unit2;
        i += widthOf(unit2);
        for (let next = 0; i < stop; i++) {
          next = text2.charCodeAt(i);
          if (table[next] !== letter) break;
          hash = Math.imul(hash, 31) + next | 0;
        }
        if (i < text2.length && table[text2.charCodeAt(i)] !== separator) i = endOfWord(text2, start, i, kinds2);
        const word = words2.find(text2, start, i, hash);
        const items = word < 0 ? this.#learn(text2, start, i, hash, isFolded) : words2.items;
        const end = word < 0 ? items.length : words2.end(word);
        for (let place = word < 0 ? 0 : words2.start(word); place < end; place++) {
          emit(items[place]);
          this.#emitted++;
        }
      } else if (isUnspaced2(kind)) i = this.#scanUnspaced(text2, i, emit, isFolded);
      else if (kind === emoji || kind === regional) {
        const start = i;
        i += widthOf(unit2);
        if (kind === regional && i < text2.length && at2(text2, i) === regional) i += 2;
        emit(this.#itemOf(text2.slice(start, i)));
        this.#emitted++;
      } else i++;
    }
  }
};
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
  const parts3 = word.split(connected).flatMap((part) => short ? part.split(humps) : [part]);
  return parts3.length === 1 ? [word] : [...parts3.filter(isPart), word];
}
var isPart = (part) => part.length > 1 || /^\p{N}$/u.test(part);

// packages/ranker-bm25/src/analysis/recent-words.ts
var places = 8192;
var longest2 = 20;
var RecentWords = class {
  // Created on first use: only a few of many languages occur.
  #words = [];
  #termsOf = [];
  /** Returns the terms of the word in `text` from `start` to `end`, without slicing it. */
  find(text2, start, end, hash) {
    const place = placeOf(hash);
    const word = this.#words[place];
    if (word === void 0 || word.length !== end - start) return void 0;
    for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text2.charCodeAt(start + i)) return void 0;
    return this.#termsOf[place];
  }
  put(word, hash, terms) {
    if (word.length > longest2) return;
    if (this.#words.length === 0) {
      this.#words = new Array(places).fill("");
      this.#termsOf = new Array(places).fill([]);
    }
    const place = placeOf(hash);
    this.#words[place] = word;
    this.#termsOf[place] = terms;
  }
};
var placeOf = (hash) => (hash ^ hash >>> 13) & places - 1;

// packages/ranker-bm25/src/analysis/words.ts
var longestWord = 40;
var usual = /* @__PURE__ */ new WeakMap();
function wordRules(language, stem2, stopWords) {
  if (language === void 0 || stem2 !== true || stopWords !== true) return makeRules(language, stem2, stopWords);
  const rules = usual.get(language) ?? { ...makeRules(language, stem2, stopWords), recent: new RecentWords() };
  usual.set(language, rules);
  return rules;
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
function setOf(words2, fold2) {
  const stopped = /* @__PURE__ */ new Set();
  for (const word of words2) {
    if (/^[a-z]+$/.test(word)) stopped.add(word);
    else for (const one of comparable(word, fold2)) stopped.add(one);
  }
  return stopped;
}
function comparable(word, fold2) {
  const parts3 = foldForm(word).toLowerCase().split(/[^\p{L}\p{N}\p{M}']+/u);
  return parts3.flatMap((part) => withoutApostrophes(part, fold2)).map(foldAccents);
}
var simple = /^[A-Za-z][a-z]*$/;
var lowerA = 97;
function termsOfRun(run2, rules, withStopWords) {
  return simple.test(run2) ? termsOfSimple(run2, rules, withStopWords) : termsOfAny(run2, rules, withStopWords);
}
function termsOfSimple(run2, rules, withStopWords) {
  const word = run2.charCodeAt(0) < lowerA ? run2.toLowerCase() : run2;
  const folded = rules.fold === void 0 ? word : rules.fold(word);
  if (folded === "" || folded.includes("'")) return termsOfAny(run2, rules, withStopWords);
  const term = termOf(folded, rules, withStopWords);
  return term === "" ? [] : [term];
}
function termsOfAny(run2, rules, withStopWords) {
  const terms = [];
  for (const word of splitCompound(run2)) {
    for (const one of withoutApostrophes(word.toLowerCase(), rules.fold)) {
      const term = one === "" ? "" : termOf(one, rules, withStopWords);
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
function createAnalyzer(options2 = {}) {
  const { stem: stem2 = true, stopWords = true, ...rest } = checkOptions("createAnalyzer", options2, analysisChecks);
  const languages = languagesOf(rest);
  const rules = (languages.length === 0 ? [void 0] : languages).map((one) => wordRules(one, stem2, stopWords));
  const guess = languages.length > 1 ? createGuess(languages) : () => languages.length - 1;
  const placeOf3 = (text2, language) => {
    if (languages.length < 2) return 0;
    const given = language === void 0 ? -1 : languages.findIndex(({ name }) => name === language);
    return Math.max(given < 0 ? guess(text2) : given, 0);
  };
  const build = (itemOf) => {
    const usual2 = [];
    const withStopWords = [];
    const scanOf = (place, all2) => {
      const rule = rules[place];
      return createScan((run2) => termsOfRun(run2, rule, all2), all2 ? void 0 : rule.recent, itemOf);
    };
    return (given, emit, language) => {
      const text2 = bare(given);
      const place = placeOf3(text2, language);
      usual2[place] ??= scanOf(place, false);
      if (usual2[place](text2, emit) || rules[place]?.stopped.size === 0) return;
      withStopWords[place] ??= scanOf(place, true);
      withStopWords[place](text2, emit);
    };
  };
  const analyze = build((term) => term);
  const askedIn = /* @__PURE__ */ new Map();
  const asked = (text2, emit, language) => {
    if (rules.length < 2) return analyze(text2, emit);
    const given = languages.findIndex(({ name }) => name === language);
    const place = given < 0 ? guess(text2) : given;
    const scans = askedIn.get(place) ?? askedScans(rules, rules[place]);
    askedIn.set(place, scans);
    const words2 = bare(text2);
    if (!scans.usual(words2, emit)) scans.withStopWords(words2, emit);
  };
  return Object.assign(analyze, {
    asked,
    guess: (text2) => languages[guess(text2)]?.name,
    numbered: (numberOf) => build(numberOf)
  });
}
var bare = (text2) => withoutData(text2, () => " ");
function askedScans(rules, own2) {
  const scan = (all2) => createScan(
    (run2) => {
      if (own2 && termsOfRun(run2, own2, all2).length === 0) return [];
      return [...new Set(rules.flatMap((rule) => termsOfRun(run2, rule, all2)))];
    },
    void 0,
    (term) => term
  );
  return { usual: scan(false), withStopWords: scan(true) };
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

// packages/ranker-bm25/src/errors.ts
var rankerError = errorsOf();

// packages/ranker-bm25/src/turns/spelled-date.ts
var months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"]
];
function spelledDate(date) {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? [];
  return year === void 0 ? "" : `${Number(day)} ${months[Number(month) - 1] ?? ""} ${Number(year)}`;
}
function isDate(date) {
  try {
    dateSpan("date", date);
    return true;
  } catch {
    return false;
  }
}

// packages/ranker-bm25/src/index/document.ts
var texts = ["id", "text", "language", "session", "speaker", "voice", "date"];
function checkDocument(document, fields3) {
  if (!isObject(document)) throw invalid2(void 0, "document", "is not an object");
  const { id: id2, text: text2, importance, date } = document;
  if (id2 === void 0 || text2 === void 0) throw invalid2(id2, id2 === void 0 ? "id" : "text", "is missing");
  for (const key of texts) {
    const value = document[key];
    if (value !== void 0 && typeof value !== "string") throw invalid2(id2, key, "is not a string");
  }
  if (date !== void 0 && !isDate(date))
    throw invalid2(id2, "date", "is neither an ISO 8601 day nor an instant with Z or an offset");
  if (importance !== void 0 && !(typeof importance === "number" && importance >= 1 && importance <= 10)) {
    throw invalid2(id2, "importance", "is not a number from 1 to 10");
  }
  checkFields(document, fields3);
}
function checkFields({ id: id2, fields: given }, fields3) {
  if (given === void 0) return;
  if (!isObject(given)) throw invalid2(id2, "fields", "is not an object");
  for (const [name, text2] of Object.entries(given)) {
    if (text2 !== void 0 && typeof text2 !== "string") throw invalid2(id2, `fields.${name}`, "is not a string");
    if (fields3.some((field) => field.name === name)) continue;
    throw invalid2(id2, `fields.${name}`, "has no weight: add it to the option fields, with 0 to ignore it");
  }
}
function detailsOf(document) {
  const { id: id2, session, speaker, voice, date, importance } = document;
  if ([session, speaker, voice, date, importance].every((value) => value === void 0)) return void 0;
  return Object.freeze({
    id: id2,
    ...session === void 0 ? {} : { session },
    ...speaker === void 0 ? {} : { speaker },
    ...voice === void 0 ? {} : { voice },
    ...date === void 0 ? {} : { date },
    ...importance === void 0 ? {} : { importance }
  });
}
function invalid2(id2, key, problem) {
  const which = typeof id2 === "string" ? `The document ${JSON.stringify(id2.slice(0, 100))}` : "A document";
  return rankerError(
    "INDEX_DOCUMENT_INVALID",
    `${which} cannot be indexed: ${key} ${problem}.`,
    "Pass { id, text, fields?, language?, session?, speaker?, voice?, date?, importance? }.",
    { key, problem }
  );
}

// packages/ranker-bm25/src/index/hit.ts
var Hit = class {
  id;
  score;
  #record;
  constructor(id2, score, record) {
    this.id = id2;
    this.score = score;
    this.#record = record;
  }
  /** Returns the search that found a hit, or `undefined` if the value is not a hit. */
  static recordOf(value) {
    return typeof value === "object" && value !== null && #record in value ? value.#record : void 0;
  }
};

// packages/ranker-bm25/src/postings/best.ts
var Best = class {
  #limit;
  #scores;
  #documents;
  #size = 0;
  /** Allocates room for `limit`, which should not exceed the number of documents. */
  constructor(limit2) {
    this.#limit = limit2;
    this.#scores = new Float64Array(limit2);
    this.#documents = new Int32Array(limit2);
  }
  /** The score needed to be among the best; 0 while there is room. */
  get least() {
    return this.#size < this.#limit ? 0 : this.#scores[0];
  }
  /** Returns whether a document would be among the best. */
  wants(document, score) {
    return this.#size < this.#limit || this.#isWorse(0, document, score);
  }
  /** Adds a document that `wants` accepts. */
  add(document, score) {
    if (this.#size < this.#limit) this.#rise(this.#size++, document, score);
    else this.#sink(document, score);
  }
  /** Returns the best first, ties by number. */
  sorted() {
    const found = Array.from({ length: this.#size }, (_, i) => ({
      document: this.#documents[i],
      score: this.#scores[i]
    }));
    return found.sort((a, b2) => b2.score - a.score || a.document - b2.document);
  }
  /** Returns whether the entry at an index is worse than another. */
  #isWorse(at3, document, score) {
    const here2 = this.#scores[at3];
    return here2 < score || here2 === score && this.#documents[at3] > document;
  }
  #set(at3, document, score) {
    this.#documents[at3] = document;
    this.#scores[at3] = score;
  }
  #rise(from, document, score) {
    let at3 = from;
    while (at3 > 0) {
      const parent = at3 - 1 >> 1;
      if (this.#isWorse(parent, document, score)) break;
      this.#set(at3, this.#documents[parent], this.#scores[parent]);
      at3 = parent;
    }
    this.#set(at3, document, score);
  }
  /** Replaces the worst entry. */
  #sink(document, score) {
    let at3 = 0;
    for (; ; ) {
      let child = 2 * at3 + 1;
      if (child >= this.#size) break;
      const other = child + 1;
      if (other < this.#size && this.#isWorse(other, this.#documents[child], this.#scores[child]))
        child = other;
      if (!this.#isWorse(child, document, score)) break;
      this.#set(at3, this.#documents[child], this.#scores[child]);
      at3 = child;
    }
    this.#set(at3, document, score);
  }
};

// packages/ranker-bm25/src/turns/formula.ts
var formulaChecks = {
  k1: mustBeNumber(0, 1e6),
  b: mustBeNumber(0, 1),
  plus: mustBeNumber(0, 10)
};
var longText = 64;
function formulaFor({ k1: k12, b: b2, plus }, averageTerms2) {
  const long = averageTerms2 >= longText;
  return { k1: k12 ?? (long ? 1.2 : 0.9), b: b2 ?? (long ? 0.75 : 0.4), delta: plus ?? 0 };
}

// packages/ranker-bm25/src/turns/session-scores.ts
var best = 3;
function sessionScores(scores, sessions, weight) {
  const tops = /* @__PURE__ */ new Map();
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i];
    if (score <= 0) continue;
    const session = sessions(i);
    const top2 = tops.get(session);
    if (top2 === void 0) tops.set(session, [score, 0, 0]);
    else if (score > top2[2]) {
      top2[2] = score;
      if (top2[2] > top2[1]) [top2[1], top2[2]] = [top2[2], top2[1]];
      if (top2[1] > top2[0]) [top2[0], top2[1]] = [top2[1], top2[0]];
    }
  }
  const added2 = /* @__PURE__ */ new Map();
  for (const [session, [first, second2, third2]] of tops) added2.set(session, weight * (first + second2 + third2) / best);
  return added2;
}
var middling2 = 5;
function importanceFactor(importance, strength) {
  const counted = importance !== void 0 && importance >= 1 && importance <= 10 ? importance : middling2;
  return 1 + strength * (counted - middling2) / middling2;
}

// packages/ranker-bm25/src/index/request.ts
var mustBeRecency = (value) => {
  if (!isObject(value)) return "must be an object with halfLifeDays and now";
  const { halfLifeDays, now } = value;
  if (!(typeof halfLifeDays === "number" && halfLifeDays > 0 && halfLifeDays < Number.POSITIVE_INFINITY)) {
    return "must have halfLifeDays, a number above 0";
  }
  return now instanceof Date && !Number.isNaN(now.getTime()) ? void 0 : "must have now, a valid Date";
};
var checks2 = {
  limit: mustBeWhole(1),
  language: mustBeText,
  filter: mustBeFunction,
  boost: mustBeFunction,
  recency: mustBeRecency,
  diversity: mustBeNumber(0, 1)
};
function checkRequest(query, options2) {
  if (typeof query !== "string") throw invalid3("query", "must be a string");
  const { limit: limit2 = 10, diversity = 0, language, filter, boost, recency } = checkOptions("search", options2, checks2);
  return { limit: limit2, diversity, language, filter, boost, recency };
}
function boostOf(boost, document) {
  const factor = boost(document);
  if (typeof factor === "number" && factor >= 0 && factor < Number.POSITIVE_INFINITY) return factor;
  throw invalid3("boost", `returned ${String(factor)} for a document, but must return a finite number, 0 or more`);
}
function invalid3(option, problem) {
  return new LamellaError({
    code: "OPTION_INVALID",
    what: `search: '${option}' ${problem}.`,
    fix: "Correct the arguments of search().",
    details: { what: "search", option }
  });
}

// packages/ranker-bm25/src/turns/voices.ts
var echoFrom = 0.4;
var heardBefore = 30;
function isEcho({ heard, repeated }) {
  return repeated >= echoFrom * (heard + heardBefore);
}
function heardFrom(before, has) {
  let [heard, repeated] = [0, 0];
  for (const term of before) {
    heard++;
    if (has(term)) repeated++;
  }
  return { heard, repeated };
}
var drawn = 3;
function rarityOf(having, total) {
  return Math.log(1 + (total - having + 0.5) / (having + 0.5));
}
function raritiesOf(having, total) {
  if (total.echoes === 0) {
    const rarity = rarityOf(having.all, total.all);
    return [rarity, rarity];
  }
  const inClass = (own2, size) => rarityOf((total.all * own2 + drawn * having.all) / (size + drawn), total.all);
  return [inClass(having.all - having.echoes, total.all - total.echoes), inClass(having.echoes, total.echoes)];
}

// packages/ranker-bm25/src/index/search-echoes.ts
function byClass({ postings, echoes }, query) {
  if (echoes.size === 0) return [query, void 0];
  const total = { all: postings.count + echoes.size, echoes: echoes.size };
  const rarities = Array.from(query.terms, (term) => {
    const having = echoes.having(term);
    return raritiesOf({ all: postings.having(term) + having, echoes: having }, total);
  });
  return [
    { ...query, rarities: rarities.map(([people]) => people) },
    { ...query, rarities: rarities.map(([, echo]) => echo) }
  ];
}
function withEchoes({ state, query, echoQuery = query, formula }, { conversation }) {
  const { postings, echoes, turns, documents: all2 } = state;
  const scores = new Float64Array(all2.next);
  const people = postings.all(query, formula);
  for (let i = 0; i < people.length; i++) scores[people.documents[i]] = people.scores[i];
  const parts3 = echoes.parts.all(echoQuery, formula);
  const answers = [];
  for (let i = 0; i < parts3.length; i++) {
    const document = echoes.documentOf(parts3.documents[i]);
    const known2 = scores[document];
    if (known2 === 0) answers.push(document);
    scores[document] = Math.max(known2, parts3.scores[i]);
  }
  for (const answer of answers) {
    const before = turns?.near(answer, -1) ?? -1;
    if (before >= 0 && !echoes.has(before)) {
      scores[before] = scores[before] + conversation.answer * scores[answer];
    }
  }
  const documents = [];
  for (let number = 0; number < scores.length; number++) if (scores[number] !== 0) documents.push(number);
  return { documents, scores: documents.map((number) => scores[number]), length: documents.length };
}
function bestPart({ state, query, echoQuery, formula }, number) {
  const { postings, echoes } = state;
  const parts3 = echoes.partsOf(number);
  if (echoQuery === void 0 || parts3.length === 0) return { part: 0, terms: postings.explain(number, query, formula) };
  const explained = parts3.map((one) => echoes.parts.explain(one, echoQuery, formula));
  const sums = explained.map(sumOf2);
  const part = sums.indexOf(Math.max(...sums));
  return { part, terms: explained[part] };
}
function answerScore(record, { conversation }, number) {
  const { turns } = record.state;
  const answer = turns?.near(number, 1) ?? -1;
  if (record.state.echoes.has(number) || !record.state.echoes.has(answer)) return 0;
  return conversation.answer * sumOf2(bestPart(record, answer).terms);
}
function sumOf2(terms) {
  return terms.reduce((sum, { score }) => sum + score, 0);
}

// packages/ranker-bm25/src/postings/explain.ts
function explain({ store, terms, norms }, document) {
  const { bags, frequencies } = store;
  if (!bags.has(document)) return [];
  const norm2 = norms[bags.lengthCodes[document]];
  return terms.flatMap(({ term, position, weight, idf, scale, extra }) => {
    const code = bags.codeOf(document, term);
    if (code === 0) return [];
    const frequency = frequencies.values[code];
    return { position, term, weight, frequency, idf, score: scale * frequency / (frequency + norm2) + extra };
  });
}

// packages/ranker-bm25/src/postings/norms.ts
var Norms = class {
  #norms = new Float64Array(0);
  #k1 = Number.NaN;
  #b = Number.NaN;
  #average = Number.NaN;
  /** Returns the norm for each length code. */
  get({ k1: k12, b: b2 }, average, lengths) {
    const known2 = k12 === this.#k1 && b2 === this.#b && average === this.#average && lengths.size === this.#norms.length;
    if (known2) return this.#norms;
    this.#norms = lengths.values.slice(0, lengths.size).map((length) => norm(k12, b2, length, average));
    this.#k1 = k12;
    this.#b = b2;
    this.#average = average;
    return this.#norms;
  }
};
function norm(k12, b2, length, average) {
  return k12 * (1 - b2 + (average > 0 ? b2 * length / average : 0));
}

// packages/ranker-bm25/src/postings/query-terms.ts
var leastWeight = 1e-100;
function queryTerms(store, query, { k1: k12, delta }) {
  const positions = /* @__PURE__ */ new Map();
  const weights = /* @__PURE__ */ new Map();
  for (let position = 0; position < query.terms.length; position++) {
    const term = query.terms[position];
    if (store.lists.having(term) === 0) continue;
    if (!positions.has(term)) positions.set(term, position);
    weights.set(term, (weights.get(term) ?? 0) + query.weights[position]);
  }
  const terms = [];
  for (const [term, position] of positions) {
    const weight = weights.get(term);
    if (!(weight >= leastWeight)) continue;
    const having = store.lists.having(term);
    const idf = query.rarities?.[position] ?? rarityOf(having, store.count);
    terms.push({ term, position, weight, idf, scale: weight * idf * (k12 + 1), extra: weight * idf * delta });
  }
  return terms;
}

// packages/ranker-bm25/src/postings/codes.ts
function roomFor(codes, length, largest2) {
  const bytesEach = Math.max(codes.BYTES_PER_ELEMENT, largest2 < 2 ** 8 ? 1 : largest2 < 2 ** 16 ? 2 : 4);
  if (length <= codes.length && bytesEach === codes.BYTES_PER_ELEMENT) return codes;
  const size = length <= codes.length ? codes.length : grown(codes.length, length);
  const larger2 = bytesEach === 1 ? new Uint8Array(size) : bytesEach === 2 ? new Uint16Array(size) : new Int32Array(size);
  larger2.set(codes);
  return larger2;
}
function grown(length, needed) {
  return Math.max(16, needed, Math.ceil(length * (length < 1e5 ? 1.5 : 1.25)));
}

// packages/ranker-bm25/src/postings/scores.ts
var Scores = class {
  #scores = new Float64Array(0);
  #touched = new Int32Array(0);
  #size = 0;
  /** Makes room for documents below `limit`. */
  makeRoom(limit2) {
    if (limit2 > this.#scores.length) this.#scores = new Float64Array(grown(this.#scores.length, limit2));
  }
  /** The score of each document. */
  get scores() {
    return this.#scores;
  }
  /** Documents with a nonzero score: the first `size` entries. */
  get touched() {
    return this.#touched;
  }
  get size() {
    return this.#size;
  }
  /** Adds a term's score to each document that contains it. */
  add(store, norms, { term, scale, extra }) {
    const { entries } = store.lists;
    const { numbers, codes } = entries;
    const { lengthCodes } = store.bags;
    const { values } = store.frequencies;
    const start = store.lists.start(term);
    const end = store.lists.end(term);
    this.#makeRoomToTouch(end - start);
    const scores = this.#scores;
    const touched = this.#touched;
    let size = this.#size;
    for (let at3 = start; at3 < end; at3++) {
      const code = codes[at3];
      if (code === 0) continue;
      const document = numbers[at3];
      const f = values[code];
      const before = scores[document];
      if (before === 0) touched[size++] = document;
      scores[document] = before + (scale * f / (f + norms[lengthCodes[document]]) + extra);
    }
    this.#size = size;
  }
  /** Adds a term's score only to documents that have a score. */
  addToTouched(store, norms, { term, scale, extra }) {
    const { entries } = store.lists;
    const { numbers, codes } = entries;
    const { lengthCodes } = store.bags;
    const { values } = store.frequencies;
    const scores = this.#scores;
    const end = store.lists.end(term);
    for (let at3 = store.lists.start(term); at3 < end; at3++) {
      const document = numbers[at3];
      const before = scores[document];
      const code = codes[at3];
      if (before === 0 || code === 0) continue;
      const f = values[code];
      scores[document] = before + (scale * f / (f + norms[lengthCodes[document]]) + extra);
    }
  }
  /** Does the same by looking up the term in each document: for few documents and a long list. */
  lookUp(store, norms, { term, scale, extra }) {
    const { bags } = store;
    const { values } = store.frequencies;
    for (let i = 0; i < this.#size; i++) {
      const document = this.#touched[i];
      const code = bags.codeOf(document, term);
      if (code === 0) continue;
      const f = values[code];
      const norm2 = norms[bags.lengthCodes[document]];
      this.#scores[document] = this.#scores[document] + (scale * f / (f + norm2) + extra);
    }
  }
  /** Drops every document with a score below `least`. */
  keepFrom(least3) {
    let kept3 = 0;
    for (let i = 0; i < this.#size; i++) {
      const document = this.#touched[i];
      if (this.#scores[document] >= least3) this.#touched[kept3++] = document;
      else this.#scores[document] = 0;
    }
    this.#size = kept3;
  }
  /** Returns the documents with a score, ascending, in new arrays. */
  matches() {
    const dense = this.#size * 16 > this.#scores.length;
    const documents = dense ? this.#inOrder() : this.#touched.slice(0, this.#size).sort();
    const scores = new Float64Array(documents.length);
    for (let i = 0; i < scores.length; i++) scores[i] = this.#scores[documents[i]];
    return { documents, scores, length: documents.length };
  }
  clear() {
    for (let i = 0; i < this.#size; i++) this.#scores[this.#touched[i]] = 0;
    this.#size = 0;
  }
  /** Makes room for the given number of additional touched documents, up to the total. */
  #makeRoomToTouch(more) {
    const needed = Math.min(this.#size + more, this.#scores.length);
    if (needed <= this.#touched.length) return;
    const larger2 = new Int32Array(grown(this.#touched.length, needed));
    larger2.set(this.#touched.subarray(0, this.#size));
    this.#touched = larger2;
  }
  #inOrder() {
    const documents = new Int32Array(this.#size);
    let found = 0;
    for (let document = 0; found < this.#size; document++) {
      if (this.#scores[document] !== 0) documents[found++] = document;
    }
    return documents;
  }
};

// packages/ranker-bm25/src/postings/query-run.ts
function createQueryRunner(store) {
  const norms = new Norms();
  let idle;
  return (query, formula, use) => {
    const scores = idle ?? new Scores();
    idle = void 0;
    scores.makeRoom(store.bags.limit);
    const terms = queryTerms(store, query, formula);
    const answer = use({ store, formula, terms, norms: norms.get(formula, store.averageLength, store.lengths), scores });
    scores.clear();
    idle = scores;
    return answer;
  };
}
function scoreAll({ store, terms, norms, scores }) {
  for (const term of terms) scores.add(store, norms, term);
}
function scoreOf({ store, terms, norms }, document) {
  const { bags } = store;
  const norm2 = norms[bags.lengthCodes[document]];
  let sum = 0;
  for (const { term, scale, extra } of terms) {
    const code = bags.codeOf(document, term);
    if (code === 0) continue;
    const f = store.frequencies.values[code];
    sum += scale * f / (f + norm2) + extra;
  }
  return sum;
}

// packages/ranker-bm25/src/postings/entries.ts
var Entries = class {
  /** Read it again after any call that may allocate. */
  numbers;
  codes = new Uint8Array(0);
  #largestNumber = 0;
  #largestCode = 0;
  /** Accepts the initial numbers, usually none. The array is widened if a number needs it. */
  constructor(numbers) {
    this.numbers = numbers;
  }
  /** Makes room for the given number of pairs. */
  makeRoom(length) {
    if (length <= this.numbers.length) return;
    this.numbers = roomFor(this.numbers, length, this.#largestNumber);
    this.codes = roomFor(this.codes, this.numbers.length, this.#largestCode);
  }
  /** Makes the arrays wide enough for a number and a code. */
  makeRoomFor(number, code) {
    if (number > this.#largestNumber) {
      this.#largestNumber = number;
      this.numbers = roomFor(this.numbers, this.numbers.length, number);
    }
    if (code > this.#largestCode) {
      this.#largestCode = code;
      this.codes = roomFor(this.codes, this.codes.length, code);
    }
  }
  set(at3, number, code) {
    this.numbers[at3] = number;
    this.codes[at3] = code;
  }
  /** Copies pairs to another position; the ranges may overlap. */
  move(from, to, length) {
    if (length <= 8 && to < from) {
      for (let i = 0; i < length; i++)
        this.set(to + i, this.numbers[from + i], this.codes[from + i]);
      return;
    }
    if (length <= 8) {
      for (let i = length - 1; i >= 0; i--)
        this.set(to + i, this.numbers[from + i], this.codes[from + i]);
      return;
    }
    this.numbers.copyWithin(to, from, from + length);
    this.codes.copyWithin(to, from, from + length);
  }
  /** Returns the index of a number in an ascending range, or -1. */
  find(number, from, to) {
    const { numbers } = this;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = low + high >>> 1;
      if (numbers[middle] < number) low = middle + 1;
      else high = middle;
    }
    return low < to && numbers[low] === number ? low : -1;
  }
  /** Sorts a range by its numbers. */
  sort(from, to) {
    if (to - from > 32) this.#sortMany(from, to);
    else this.#sortFew(from, to);
  }
  #sortFew(from, to) {
    const { numbers, codes } = this;
    for (let i = from + 1; i < to; i++) {
      const number = numbers[i];
      const code = codes[i];
      let at3 = i;
      for (; at3 > from && numbers[at3 - 1] > number; at3--) {
        numbers[at3] = numbers[at3 - 1];
        codes[at3] = codes[at3 - 1];
      }
      numbers[at3] = number;
      codes[at3] = code;
    }
  }
  #sortMany(from, to) {
    const numbers = this.numbers.slice(from, to);
    const codes = this.codes.slice(from, to);
    const order = Uint32Array.from(numbers, (_, i) => i);
    order.sort((a, b2) => numbers[a] - numbers[b2]);
    for (let i = 0; i < order.length; i++) {
      const at3 = order[i];
      this.set(from + i, numbers[at3], codes[at3]);
    }
  }
};

// packages/ranker-bm25/src/postings/document-bags.ts
var absent = -1;
var DocumentBags = class {
  /** Uses half the memory while there are fewer than 65,536 terms. */
  entries = new Entries(new Uint16Array(0));
  #starts = new Int32Array(0);
  #sizes = new Int32Array(0);
  #lengthCodes = new Uint8Array(0);
  #limit = 0;
  /** The entries in use, including those of removed bags. */
  #end = 0;
  #gone = 0;
  /** One more than the largest document number so far. */
  get limit() {
    return this.#limit;
  }
  /** The code of each document's length; 0 if missing. Read-only; read it again after `put`. */
  get lengthCodes() {
    return this.#lengthCodes;
  }
  has(document) {
    return document < this.#limit && this.#starts[document] !== void 0 && this.#starts[document] !== absent;
  }
  /** Returns where the bag of an existing document begins and ends among the entries. */
  start(document) {
    return this.#starts[document];
  }
  end(document) {
    return this.#starts[document] + this.#sizes[document];
  }
  /** Returns the code of a term's frequency in an existing document; 0 if it does not contain the term. */
  codeOf(document, term) {
    const at3 = this.entries.find(term, this.start(document), this.end(document));
    return at3 < 0 ? 0 : this.entries.codes[at3];
  }
  /** Allocates space for a new document and returns where to write its entries. Call `sort` afterwards. */
  put(document, size, lengthCode) {
    this.#makeRoom(document, lengthCode);
    if (this.#gone > 1e3 && 2 * this.#gone > this.#end) this.#pack();
    const start = this.#end;
    this.#end += size;
    this.entries.makeRoom(this.#end);
    this.#starts[document] = start;
    this.#sizes[document] = size;
    this.#lengthCodes[document] = lengthCode;
    return start;
  }
  remove(document) {
    this.#gone += this.#sizes[document];
    this.#starts[document] = absent;
    this.#sizes[document] = 0;
    this.#lengthCodes[document] = 0;
  }
  #makeRoom(document, lengthCode) {
    if (document >= this.#starts.length) {
      const size = grown(this.#starts.length, document + 1);
      const starts = new Int32Array(size).fill(absent);
      starts.set(this.#starts);
      const sizes2 = new Int32Array(size);
      sizes2.set(this.#sizes);
      this.#starts = starts;
      this.#sizes = sizes2;
    }
    this.#lengthCodes = roomFor(this.#lengthCodes, this.#starts.length, lengthCode);
    this.#limit = Math.max(this.#limit, document + 1);
  }
  /** Compacts the existing bags, in their order in memory. */
  #pack() {
    const documents = [];
    for (let document = 0; document < this.#limit; document++) if (this.has(document)) documents.push(document);
    documents.sort((a, b2) => this.start(a) - this.start(b2));
    let end = 0;
    for (const document of documents) {
      const size = this.#sizes[document];
      this.entries.move(this.start(document), end, size);
      this.#starts[document] = end;
      end += size;
    }
    this.#end = end;
    this.#gone = 0;
  }
};

// packages/ranker-bm25/src/postings/exact-sum.ts
var ExactSum = class {
  #parts = [];
  /** Adds a number, which may be negative. */
  add(number) {
    const parts3 = this.#parts;
    let kept3 = 0;
    let carry = number;
    for (let i = 0; i < parts3.length; i++) {
      const part = parts3[i];
      const sum = carry + part;
      const lost = Math.abs(carry) < Math.abs(part) ? carry - (sum - part) : part - (sum - carry);
      if (lost !== 0) parts3[kept3++] = lost;
      carry = sum;
    }
    if (carry !== 0) parts3[kept3++] = carry;
    parts3.length = kept3;
  }
  /** Returns the number nearest to the sum. */
  get value() {
    const parts3 = this.#parts;
    let at3 = parts3.length - 1;
    let sum = parts3[at3] ?? 0;
    let lost = 0;
    while (at3 > 0 && lost === 0) {
      const before = sum;
      const part = parts3[--at3];
      sum = before + part;
      lost = part - (sum - before);
    }
    const next = parts3[at3 - 1] ?? 0;
    if (lost < 0 && next < 0 || lost > 0 && next > 0) {
      const twice = lost * 2;
      const rounded = sum + twice;
      if (twice === rounded - sum) return rounded;
    }
    return sum;
  }
};

// packages/ranker-bm25/src/postings/blocks.ts
var sizes = Array.from(
  { length: 60 },
  (_, i) => i % 2 === 0 ? 2 ** (i / 2) : 1.5 * 2 ** ((i - 1) / 2)
).filter(Number.isInteger);
function kindFor(length) {
  let kind = 0;
  while (sizes[kind] < length) kind++;
  return kind;
}
function sizeOf(kind) {
  return sizes[kind];
}
var Blocks = class extends Entries {
  /** The first free block of each kind; each block stores the next one. */
  #free = new Int32Array(sizes.length).fill(-1);
  #end = 0;
  constructor() {
    super(new Int32Array(0));
  }
  /** Returns the start of a new block. */
  take(kind) {
    const free = this.#free[kind];
    if (free >= 0) {
      this.#free[kind] = this.numbers[free];
      return free;
    }
    const start = this.#end;
    this.#end += sizeOf(kind);
    this.makeRoom(this.#end);
    return start;
  }
  give(start, kind) {
    this.numbers[start] = this.#free[kind];
    this.#free[kind] = start;
  }
};

// packages/ranker-bm25/src/postings/term-table.ts
var width = 7;
var [startAt, kindAt, lengthAt, sortedAt, deadAt, mostAt, shortestAt] = [0, 1, 2, 3, 4, 5, 6];
var TermTable = class {
  #numbers = new Int32Array(0);
  /** A view of the same bytes for values that may be fractions. */
  #fractions = new Float32Array(0);
  makeRoom(terms) {
    if (terms * width <= this.#numbers.length) return;
    const larger2 = new Int32Array(width * grown(this.#numbers.length / width, terms));
    larger2.set(this.#numbers);
    this.#numbers = larger2;
    this.#fractions = new Float32Array(larger2.buffer);
  }
  has(term) {
    return term * width < this.#numbers.length;
  }
  /** Where the list's block begins among all entries. */
  start(term) {
    return this.#numbers[term * width + startAt];
  }
  /** The kind of its block. */
  kind(term) {
    return this.#numbers[term * width + kindAt];
  }
  /** The number of entries in the block. 0: the term has no block. */
  length(term) {
    return this.#numbers[term * width + lengthAt];
  }
  /** The number of leading entries that ascend. The rest came late and are unsorted. */
  sorted(term) {
    return this.#numbers[term * width + sortedAt];
  }
  /** The number of entries of removed documents. */
  dead(term) {
    return this.#numbers[term * width + deadAt];
  }
  /** An upper bound of the frequencies in the list, up to single-precision rounding. */
  most(term) {
    return this.#fractions[term * width + mostAt];
  }
  /** A lower bound of its document lengths, up to the same rounding. */
  shortest(term) {
    return this.#fractions[term * width + shortestAt];
  }
  setBlock(term, start, kind) {
    this.#numbers[term * width + startAt] = start;
    this.#numbers[term * width + kindAt] = kind;
  }
  setLength(term, length) {
    this.#numbers[term * width + lengthAt] = length;
  }
  setSorted(term, sorted) {
    this.#numbers[term * width + sortedAt] = sorted;
  }
  setDead(term, dead) {
    this.#numbers[term * width + deadAt] = dead;
  }
  setBounds(term, most10, shortest2) {
    this.#fractions[term * width + mostAt] = most10;
    this.#fractions[term * width + shortestAt] = shortest2;
  }
};

// packages/ranker-bm25/src/postings/posting-lists.ts
var lateAllowed = (sorted) => 32 + (sorted >> 3);
var PostingLists = class {
  entries = new Blocks();
  #terms = new TermTable();
  /** Return where the list of a term begins and ends among the entries. */
  start(term) {
    return this.#terms.has(term) ? this.#terms.start(term) : 0;
  }
  end(term) {
    return this.#terms.has(term) ? this.#terms.start(term) + this.#terms.length(term) : 0;
  }
  /** Returns the number of documents that contain a term. */
  having(term) {
    return this.#terms.has(term) ? this.#terms.length(term) - this.#terms.dead(term) : 0;
  }
  /** Returns an upper bound of the frequencies in an existing term's list, up to single-precision rounding. */
  most(term) {
    return this.#terms.most(term);
  }
  /** Returns a lower bound of the document lengths in the list, up to the same rounding. */
  shortest(term) {
    return this.#terms.shortest(term);
  }
  /** Adds a document to the list of a term, which must not contain it. `length` is the document's. */
  add(term, document, code, frequency, length) {
    const terms = this.#terms;
    terms.makeRoom(term + 1);
    this.entries.makeRoomFor(document, code);
    this.#bound(term, frequency, length);
    if (terms.dead(term) !== 0 && this.#revive(term, document, code)) return;
    const before = terms.length(term);
    if (before === 0) this.#moveTo(term, 0);
    else if (before === sizeOf(terms.kind(term))) this.#moveTo(term, terms.kind(term) + 1);
    const start = terms.start(term);
    const sorted = terms.sorted(term);
    const last = sorted === 0 ? -1 : this.entries.numbers[start + sorted - 1];
    this.entries.set(start + before, document, code);
    terms.setLength(term, before + 1);
    if (sorted === before && document > last) terms.setSorted(term, sorted + 1);
    else if (before + 1 - sorted > lateAllowed(sorted)) this.#tidy(term);
  }
  /** Removes a document from the list of a term, which must contain it. */
  remove(term, document) {
    const terms = this.#terms;
    const sorted = terms.start(term) + terms.sorted(term);
    const at3 = this.entries.find(document, terms.start(term), sorted);
    if (at3 >= 0) {
      this.entries.codes[at3] = 0;
      terms.setDead(term, terms.dead(term) + 1);
    } else {
      const last = this.end(term) - 1;
      this.entries.move(last, this.entries.numbers.indexOf(document, sorted), 1);
      terms.setLength(term, terms.length(term) - 1);
    }
    if (2 * terms.dead(term) >= terms.length(term)) this.#tidy(term);
  }
  /** Updates the values behind the upper bound of scores. Removals leave it higher than necessary. */
  #bound(term, frequency, length) {
    const terms = this.#terms;
    if (this.having(term) === 0) terms.setBounds(term, frequency, length);
    else if (frequency > terms.most(term) || length < terms.shortest(term)) {
      terms.setBounds(term, Math.max(frequency, terms.most(term)), Math.min(length, terms.shortest(term)));
    }
  }
  /** Reuses the entry of a removed document, if it still exists, with a new code. */
  #revive(term, document, code) {
    const terms = this.#terms;
    const at3 = this.entries.find(document, terms.start(term), terms.start(term) + terms.sorted(term));
    if (at3 < 0) return false;
    this.entries.codes[at3] = code;
    terms.setDead(term, terms.dead(term) - 1);
    return true;
  }
  /** Moves a list to a block of another kind. An empty list has no block yet. */
  #moveTo(term, kind) {
    const terms = this.#terms;
    const length = terms.length(term);
    const from = terms.start(term);
    const to = this.entries.take(kind);
    this.entries.move(from, to, length);
    if (length > 0) this.entries.give(from, terms.kind(term));
    terms.setBlock(term, to, kind);
  }
  /** Drops dead entries and sorts in late ones; a list that shrank a lot moves to a smaller block. */
  #tidy(term) {
    const terms = this.#terms;
    const start = terms.start(term);
    const sorted = start + terms.sorted(term);
    const late = this.end(term) - sorted;
    const alive = this.#dropDead(start, sorted);
    this.entries.move(sorted, alive, late);
    this.#sortIn(start, alive, alive + late);
    const before = terms.length(term);
    const length = alive + late - start;
    terms.setLength(term, length);
    terms.setSorted(term, length);
    terms.setDead(term, 0);
    if (length === 0 && before > 0) this.entries.give(start, terms.kind(term));
    else if (4 * length < sizeOf(terms.kind(term))) this.#moveTo(term, kindFor(length));
  }
  /** Compacts the live entries and returns where they end. */
  #dropDead(from, to) {
    const { entries } = this;
    let alive = from;
    for (let at3 = from; at3 < to; at3++) {
      const code = entries.codes[at3];
      if (code !== 0) entries.set(alive++, entries.numbers[at3], code);
    }
    return alive;
  }
  /** Merges the unsorted entries from `middle` to `end` into the ascending ones before them, back to front. */
  #sortIn(start, middle, end) {
    if (middle === end) return;
    const { entries } = this;
    const late = new Entries(entries.numbers.slice(middle, end));
    late.codes = entries.codes.slice(middle, end);
    late.sort(0, end - middle);
    let from = middle - 1;
    let to = end - 1;
    for (let next = end - middle - 1; next >= 0; to--) {
      const number = late.numbers[next];
      if (from >= start && entries.numbers[from] > number)
        entries.set(to, entries.numbers[from], entries.codes[from--]);
      else entries.set(to, number, late.codes[next--]);
    }
  }
};

// packages/ranker-bm25/src/postings/value-table.ts
var small = 256;
var ValueTable = class {
  #small = new Int32Array(small);
  #others = /* @__PURE__ */ new Map();
  #values = new Float64Array(16);
  #size = 1;
  /** One more than the largest assigned code. */
  get size() {
    return this.#size;
  }
  /** The value of each code, read-only; read it again after `codeOf`. */
  get values() {
    return this.#values;
  }
  /** Returns the code of a value, assigning one if necessary. */
  codeOf(value) {
    const isSmall = value < small && value >>> 0 === value;
    const known2 = isSmall ? this.#small[value] : this.#others.get(value) ?? 0;
    if (known2 !== 0) return known2;
    const code = this.#size++;
    if (code >= this.#values.length) {
      const larger2 = new Float64Array(grown(this.#values.length, code + 1));
      larger2.set(this.#values);
      this.#values = larger2;
    }
    this.#values[code] = value;
    if (isSmall) this.#small[value] = code;
    else this.#others.set(value, code);
    return code;
  }
};

// packages/ranker-bm25/src/postings/store.ts
var Store = class {
  lists = new PostingLists();
  bags = new DocumentBags();
  frequencies = new ValueTable();
  lengths = new ValueTable();
  #total = new ExactSum();
  #count = 0;
  get count() {
    return this.#count;
  }
  get averageLength() {
    return this.#count === 0 ? 0 : this.#total.value / this.#count;
  }
  put(document, bag) {
    this.remove(document);
    const { lists, bags, frequencies } = this;
    const start = bags.put(document, bag.terms.length, this.lengths.codeOf(bag.length));
    for (let i = 0; i < bag.terms.length; i++) {
      const term = bag.terms[i];
      const frequency = bag.frequencies[i];
      const code = frequencies.codeOf(frequency);
      bags.entries.makeRoomFor(term, code);
      bags.entries.set(start + i, term, code);
      lists.add(term, document, code, frequency, bag.length);
    }
    bags.entries.sort(start, start + bag.terms.length);
    this.#total.add(bag.length);
    this.#count++;
  }
  remove(document) {
    const { lists, bags, lengths } = this;
    if (!bags.has(document)) return false;
    const end = bags.end(document);
    for (let at3 = bags.start(document); at3 < end; at3++) {
      lists.remove(bags.entries.numbers[at3], document);
    }
    this.#total.add(-lengths.values[bags.lengthCodes[document]]);
    bags.remove(document);
    this.#count--;
    return true;
  }
  /** Returns the bag of an existing document. */
  bag(document) {
    const { bags, frequencies, lengths } = this;
    const [start, end] = [bags.start(document), bags.end(document)];
    return {
      terms: new Int32Array(bags.entries.numbers.subarray(start, end)),
      frequencies: Float64Array.from(
        bags.entries.codes.subarray(start, end),
        (code) => frequencies.values[code]
      ),
      length: lengths.values[bags.lengthCodes[document]]
    };
  }
};

// packages/ranker-bm25/src/postings/pruned.ts
var margin = 1 + 1e-6;
var rounding = 1e-9;
var lookUpCost = 16;
function pruned(run2, limit2, accept) {
  const { store, norms, scores } = run2;
  const terms = boundedTerms(run2);
  const total = terms[0]?.rest ?? 0;
  let least3 = 0;
  let next = 0;
  for (; next < terms.length; next++) {
    const { term, rest } = terms[next];
    if (scores.size >= limit2 && rest < total - rest) {
      least3 = leastOfBest(run2, limit2, accept);
      if (rest < least3) break;
    }
    scores.add(store, norms, term);
  }
  for (; next < terms.length; next++) {
    const { term, rest } = terms[next];
    scores.keepFrom(least3 - rest);
    if (scores.size * lookUpCost < store.lists.having(term.term)) scores.lookUp(store, norms, term);
    else scores.addToTouched(store, norms, term);
    least3 = leastOfBest(run2, limit2, accept);
  }
  scores.keepFrom(leastOfBest(run2, limit2, accept));
  const entries = terms.reduce((sum, { term }) => sum + store.lists.having(term.term), 0);
  if (scores.size * terms.length * lookUpCost > entries + 1e3) return void 0;
  const best3 = new Best(Math.min(limit2, scores.size));
  for (let i = 0; i < scores.size; i++) {
    const document = scores.touched[i];
    const score = scoreOf(run2, document);
    if (best3.wants(document, score) && (accept === void 0 || accept(document))) best3.add(document, score);
  }
  return best3.sorted();
}
function boundedTerms({ store, formula: { k1: k12, b: b2 }, terms }) {
  const { lists, averageLength: averageLength2 } = store;
  const bounds = new Map(
    terms.map((term) => {
      const most10 = lists.most(term.term);
      const least3 = norm(k12, b2, lists.shortest(term.term), averageLength2);
      return [term, margin * (term.scale * most10 / (most10 + least3) + term.extra)];
    })
  );
  const boundOf = (term) => bounds.get(term);
  const bounded = [];
  let rest = 0;
  for (const term of [...terms].sort((x, y2) => boundOf(x) - boundOf(y2) || y2.position - x.position)) {
    rest += boundOf(term);
    bounded.push({ term, rest });
  }
  return bounded.reverse();
}
function leastOfBest({ scores }, limit2, accept) {
  if (scores.size < limit2) return 0;
  const best3 = new Best(limit2);
  const { touched, size, scores: all2 } = scores;
  let threshold = 0;
  for (let i = 0; i < size; i++) {
    const document = touched[i];
    const score = all2[document];
    if (score <= threshold) continue;
    if (accept === void 0 || accept(document)) {
      best3.add(document, score);
      threshold = best3.least;
    } else all2[document] = Number.NEGATIVE_INFINITY;
  }
  return threshold * (1 - rounding);
}

// packages/ranker-bm25/src/postings/top.ts
var mostPruned = { limit: 1e3, terms: 64 };
function top(run2, limit2, accept) {
  const most10 = Math.min(Math.floor(limit2), run2.store.count);
  if (!(most10 >= 1) || run2.terms.length === 0) return [];
  if (run2.terms.length > 1 && run2.terms.length <= mostPruned.terms && most10 <= mostPruned.limit) {
    const found = pruned(run2, most10, accept);
    if (found !== void 0) return found;
    run2.scores.clear();
  }
  scoreAll(run2);
  return bestOf(run2.scores, most10, accept);
}
function bestOf(scores, limit2, accept) {
  const best3 = new Best(Math.min(limit2, scores.size));
  const { touched, size, scores: all2 } = scores;
  for (let i = 0; i < size; i++) {
    const document = touched[i];
    const score = all2[document];
    if (best3.wants(document, score) && (accept === void 0 || accept(document))) best3.add(document, score);
  }
  return best3.sorted();
}

// packages/ranker-bm25/src/postings/postings.ts
function createPostings() {
  const store = new Store();
  const runQuery = createQueryRunner(store);
  return {
    get count() {
      return store.count;
    },
    get averageLength() {
      return store.averageLength;
    },
    get limit() {
      return store.bags.limit;
    },
    has: (document) => store.bags.has(document),
    having: (term) => store.lists.having(term),
    bag: (document) => store.bags.has(document) ? store.bag(document) : void 0,
    put: (document, bag) => store.put(document, bag),
    remove: (document) => store.remove(document),
    top: (query, limit2, formula, accept) => runQuery(query, formula, (run2) => top(run2, limit2, accept)),
    all: (query, formula) => runQuery(query, formula, (run2) => {
      scoreAll(run2);
      return run2.scores.matches();
    }),
    explain: (document, query, formula) => runQuery(query, formula, (run2) => explain(run2, document))
  };
}

// packages/ranker-bm25/src/postings/vocabulary.ts
var Vocabulary = class {
  #numbers = /* @__PURE__ */ new Map();
  #terms = [];
  /** The number of terms. */
  get size() {
    return this.#terms.length;
  }
  /** The terms, by number. */
  get terms() {
    return this.#terms;
  }
  /** Returns the number of a term, if it has one. */
  get(term) {
    return this.#numbers.get(term);
  }
  /** Returns the number of a term, assigning one if necessary. */
  add(term) {
    const known2 = this.#numbers.get(term);
    if (known2 !== void 0) return known2;
    const number = this.#terms.length;
    this.#terms.push(term);
    this.#numbers.set(term, number);
    return number;
  }
  /** Returns the term of a number, or `undefined` if there is none. */
  at(number) {
    return this.#terms[number];
  }
};

// packages/ranker-bm25/src/turns/conversation.ts
var longTurn = 96;
var nothing = {
  neighbours: [],
  question: 0,
  answer: 0,
  speaker: 0,
  date: 0,
  spellDate: spelledDate,
  session: 0,
  importance: 0
};
var defaults = {
  neighbours: [0.3, 0.2, 0.1],
  question: 1,
  answer: 0.4,
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
  answer: mustBeNumber(0, 1),
  speaker: mustBeWeight,
  date: mustBeWeight,
  spellDate: mustBeFunction,
  session: mustBeNumber(0, 100),
  importance: mustBeNumber(0, 1)
};
var mustBeConversation = (value) => typeof value === "boolean" || isObject(value) ? void 0 : "must be true, false or an object";
function resolveConversation(what, given) {
  if (given === void 0 || given === false) return nothing;
  if (given === true) return defaults;
  const checked = checkOptions(`${what}: conversation`, given, conversationChecks);
  return {
    neighbours: [...checked.neighbours ?? defaults.neighbours],
    question: checked.question ?? defaults.question,
    answer: checked.answer ?? defaults.answer,
    speaker: checked.speaker ?? defaults.speaker,
    date: checked.date ?? defaults.date,
    spellDate: checked.spellDate ?? defaults.spellDate,
    session: checked.session ?? defaults.session,
    importance: checked.importance ?? defaults.importance
  };
}
function looksAround({ neighbours, question, answer }) {
  return question > 0 || answer > 0 || neighbours.some((weight) => weight > 0);
}
function addsTerms(conversation) {
  return looksAround(conversation) || conversation.speaker > 0 || conversation.date > 0;
}

// packages/ranker-bm25/src/turns/parts.ts
var partLength = 64;
var mostParts = 32;
function partCount(length) {
  return length > longTurn ? Math.min(mostParts, Math.ceil(length / partLength)) : 1;
}
function partsOfTerms(order) {
  const parts3 = partCount(order.length);
  if (parts3 === 1) return void 0;
  const bits = /* @__PURE__ */ new Map();
  for (const [index, term] of order.entries()) {
    const part = Math.floor(index * parts3 / order.length);
    bits.set(term, ((bits.get(term) ?? 0) | 1 << part) >>> 0);
  }
  return bits;
}
function bitCount(bits) {
  let count2 = 0;
  for (let left2 = bits; left2 !== 0; left2 &= left2 - 1) count2++;
  return count2;
}
function partOfText({ terms, counts, length, parts: parts3 }, part) {
  const inPart = { terms: [], counts: [], length: length / partCount(length) };
  for (let i = 0; i < terms.length; i++) {
    const bits = parts3?.[i];
    if ((bits >>> part & 1) === 0) continue;
    inPart.terms.push(terms[i]);
    inPart.counts.push(counts[i] / bitCount(bits));
  }
  return inPart;
}

// packages/ranker-bm25/src/turns/questions.ts
var mark = /[?？﹖؟\u037e՞፧꘏⸮⁇⁈⁉‽]/u;
var ends = /[.!?？﹖؟\u037e՞፧꘏⸮⁇⁈⁉‽。！｡．…।॥։።]+|\n/gu;
function questionsOf(text2) {
  if (!mark.test(text2)) return "";
  const pieces2 = [];
  let start = 0;
  for (const { 0: run2, index } of text2.matchAll(ends)) {
    const end = index + run2.length;
    const asks = mark.test(run2);
    if (!asks && /^[.!]+$/.test(run2) && end < text2.length && !/\s/.test(text2.charAt(end))) continue;
    const last = pieces2.at(-1);
    if (asks && last?.end === start) last.end = end;
    else if (asks) pieces2.push({ start, end });
    start = end;
  }
  return pieces2.map((piece) => text2.slice(piece.start, piece.end)).join("");
}

// packages/ranker-bm25/src/turns/term-counts.ts
function createTally() {
  let sums = new Float64Array(1024);
  let terms = new Int32Array(256);
  let size = 0;
  return {
    get terms() {
      return terms;
    },
    get size() {
      return size;
    },
    add(term, amount) {
      if (term >= sums.length) sums = grown2(sums, new Float64Array(2 * (term + 1)));
      const before = sums[term];
      if (before === 0) {
        if (size === terms.length) terms = grown2(terms, new Int32Array(2 * size));
        terms[size++] = term;
      }
      sums[term] = before + amount;
    },
    of: (term) => sums[term] ?? 0,
    clear() {
      for (let i = 0; i < size; i++) sums[terms[i]] = 0;
      size = 0;
    }
  };
}
function takeCounts(tally2) {
  const { terms: touched, size } = tally2;
  const terms = new Array(size);
  const counts = new Array(size);
  let length = 0;
  for (let i = 0; i < size; i++) {
    const term = touched[i];
    const count2 = tally2.of(term);
    terms[i] = term;
    counts[i] = count2;
    length += count2;
  }
  tally2.clear();
  return { terms, counts, length };
}
function grown2(from, into) {
  into.set(from);
  return into;
}

// packages/ranker-bm25/src/turns/turn-reader.ts
var noFields = [];
var remembered2 = 1e4;
var longestName = 200;
function createTurnReader(analyzer, numberOf, { conversation, fields: fields3 }) {
  const analyze = analyzer.numbered(numberOf);
  const tally2 = createTally();
  const addOne = (term) => tally2.add(term, 1);
  const count2 = (text2, language) => {
    tally2.clear();
    analyze(text2, addOne, language);
    return takeCounts(tally2);
  };
  const names3 = rememberCounts(count2);
  const dates = rememberCounts((date, language) => count2(spelled(date, conversation.spellDate), language));
  return {
    count: count2,
    text: (text2, language) => {
      if (conversation.answer === 0) return count2(text2, language);
      tally2.clear();
      const order = [];
      const add = (term) => {
        tally2.add(term, 1);
        order.push(term);
      };
      analyze(text2, add, language);
      const counts = takeCounts(tally2);
      const parts3 = partsOfTerms(order);
      return parts3 === void 0 ? counts : { ...counts, parts: counts.terms.map((term) => parts3.get(term)) };
    },
    questions: (text2, language) => {
      const asked = conversation.question > 0 ? questionsOf(text2) : "";
      return asked === "" ? void 0 : count2(asked, language);
    },
    rest: ({ speaker, date, fields: texts2 }, language) => ({
      speaker: speaker !== void 0 && conversation.speaker > 0 ? names3(speaker, language) : void 0,
      date: date !== void 0 && conversation.date > 0 ? dates(date, language) : void 0,
      fields: fields3.length === 0 ? noFields : fields3.map(
        ({ name, weight }) => weight > 0 && texts2 !== void 0 && Object.hasOwn(texts2, name) && texts2[name] !== void 0 ? count2(texts2[name], language) : void 0
      )
    })
  };
}
function rememberCounts(count2) {
  const byLanguage = /* @__PURE__ */ new Map();
  return (text2, language) => {
    let known2 = byLanguage.get(language);
    if (known2 === void 0 || known2.size >= remembered2) {
      known2 = /* @__PURE__ */ new Map();
      byLanguage.set(language, known2);
    }
    let counts = known2.get(text2);
    if (counts === void 0) {
      counts = count2(text2, language);
      if (text2.length <= longestName) known2.set(text2, counts);
    }
    return counts;
  };
}
function spelled(date, spellDate) {
  if (!isDate(date)) return "";
  const text2 = spellDate(date);
  if (typeof text2 === "string") return text2;
  throw new LamellaError({
    code: "OPTION_INVALID",
    what: `spellDate did not return a string for the date '${date}'.`,
    fix: "Pass a function that returns the text for an ISO 8601 date.",
    details: { what: "conversation", option: "spellDate" }
  });
}

// packages/ranker-bm25/src/index/documents.ts
function createDocuments() {
  const ids = [];
  const lengths = [];
  const byId = /* @__PURE__ */ new Map();
  const details = /* @__PURE__ */ new Map();
  const spans = /* @__PURE__ */ new Map();
  const languages = /* @__PURE__ */ new Map();
  const ofSession = /* @__PURE__ */ new Map();
  let terms = 0;
  let important = 0;
  const keep = (number, entry) => {
    ids[number] = entry.id;
    lengths[number] = entry.terms;
    byId.set(entry.id, number);
    terms += entry.terms;
    if (entry.details !== void 0) details.set(number, entry.details);
    if (entry.language !== void 0) languages.set(number, entry.language);
    if (entry.details?.importance !== void 0) important++;
    count(ofSession, entry.details?.session, 1);
  };
  const drop = (number) => {
    if (details.get(number)?.importance !== void 0) important--;
    count(ofSession, details.get(number)?.session, -1);
    terms -= lengths[number];
    byId.delete(ids[number]);
    ids[number] = void 0;
    details.delete(number);
    spans.delete(number);
    languages.delete(number);
  };
  const shown2 = (number) => details.get(number) ?? { id: ids[number] };
  return {
    get size() {
      return byId.size;
    },
    get next() {
      return ids.length;
    },
    get terms() {
      return terms;
    },
    get important() {
      return important;
    },
    get sessions() {
      return ofSession.size;
    },
    numberOf: (id2) => byId.get(id2),
    entry: (number) => {
      const id2 = ids[number];
      if (id2 === void 0) return void 0;
      return { id: id2, terms: lengths[number], language: languages.get(number), details: details.get(number) };
    },
    id: (number) => ids[number],
    shown: shown2,
    session: (number) => details.get(number)?.session,
    span: (number) => {
      const known2 = spans.get(number);
      const date = known2 === void 0 ? details.get(number)?.date : void 0;
      if (date === void 0) return known2;
      const span = dateSpan("date", date);
      spans.set(number, span);
      return span;
    },
    importance: (number) => details.get(number)?.importance,
    add: (entry) => {
      keep(ids.length, entry);
      return ids.length - 1;
    },
    change: (number, entry) => {
      drop(number);
      keep(number, entry);
    },
    remove: drop,
    *numbers() {
      for (let number = 0; number < ids.length; number++) if (ids[number] !== void 0) yield number;
    }
  };
}
function count(counts, key, change) {
  const now = (counts.get(key) ?? 0) + change;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}

// packages/ranker-bm25/src/index/echoes.ts
function createEchoes() {
  const parts3 = createPostings();
  const numbers = /* @__PURE__ */ new Map();
  const documents = [];
  const free = [];
  const having = [];
  const count2 = (bags, change) => {
    for (const term of new Set(bags.flatMap(({ terms }) => Array.from(terms)))) {
      having[term] = (having[term] ?? 0) + change;
    }
  };
  const partsOf2 = (document) => numbers.get(document) ?? [];
  const remove = (document) => {
    const own2 = partsOf2(document);
    count2(
      own2.map((part) => parts3.bag(part)),
      -1
    );
    for (const part of own2) parts3.remove(part);
    free.push(...own2);
    numbers.delete(document);
  };
  return {
    get size() {
      return numbers.size;
    },
    parts: parts3,
    has: (document) => numbers.has(document),
    partsOf: partsOf2,
    documentOf: (part) => documents[part],
    having: (term) => having[term] ?? 0,
    put: (document, bags) => {
      remove(document);
      count2(bags, 1);
      const own2 = bags.map((bag) => {
        const part = free.pop() ?? documents.length;
        documents[part] = document;
        parts3.put(part, bag);
        return part;
      });
      numbers.set(document, own2);
    },
    remove
  };
}

// packages/ranker-bm25/src/turns/turn.ts
function eachPart(turn, near, { conversation, fields: fields3 }, use, text2 = turn.text) {
  const { neighbours, question, speaker, date } = conversation;
  use(text2, 1, "text");
  for (let i = 0; i < fields3.length; i++) {
    const [part, field] = [turn.fields[i], fields3[i]];
    if (part && field.weight > 0) use(part, field.weight, `field ${field.name}`);
  }
  if (isShort(turn)) {
    for (const step8 of [-1, 1]) {
      for (let i = 0; i < neighbours.length; i++) {
        const other = near(step8 * (i + 1));
        if (other === void 0 || !isShort(other)) break;
        const weight = neighbours[i];
        if (weight > 0) use(other.text, weight, "neighbours");
      }
    }
  }
  const asked = question > 0 ? near(-1)?.questions : void 0;
  if (asked && asked.length <= longTurn) use(asked, question, "question");
  if (turn.speaker && speaker > 0) use(turn.speaker, speaker, "speaker");
  if (turn.date && date > 0) use(turn.date, date, "date");
}
function isMetadata(source) {
  return source === "speaker" || source === "date";
}
function isShort({ text: text2 }) {
  return text2.length <= longTurn;
}
function asFrequency(sum) {
  return Math.min(Math.round(sum * 1e6) / 1e6, 1e9);
}
function asLength(sum) {
  return Math.min(Math.round(sum * 1e6) / 1e6, 1e12);
}

// packages/ranker-bm25/src/index/sessions.ts
function createSessions() {
  const before = [];
  const after = [];
  const lasts = /* @__PURE__ */ new Map();
  return {
    append: (number, session) => {
      const last = lasts.get(session) ?? -1;
      before[number] = last;
      after[number] = -1;
      if (last >= 0) after[last] = number;
      lasts.set(session, number);
    },
    remove: (number, session) => {
      const [previous, next] = [before[number], after[number]];
      if (previous >= 0) after[previous] = next;
      if (next >= 0) before[next] = previous;
      else if (previous >= 0) lasts.set(session, previous);
      else lasts.delete(session);
    },
    near: (number, places2) => {
      const way = places2 < 0 ? before : after;
      let at3 = number;
      for (let left2 = Math.abs(places2); left2 > 0 && at3 >= 0; left2--) at3 = way[at3] ?? -1;
      return at3;
    }
  };
}

// packages/ranker-bm25/src/index/voices.ts
var silence = { heard: 0, repeated: 0 };
function createVoices() {
  const turns = [];
  const voices = [];
  const heard = [];
  const sums = /* @__PURE__ */ new Map();
  let echoing = /* @__PURE__ */ new Set();
  let before = echoing;
  const add = (voice, { heard: heard2, repeated }, sign) => {
    if (voice === void 0 || heard2 === 0) return;
    const sum = sums.get(voice) ?? silence;
    sums.set(voice, { heard: sum.heard + sign * heard2, repeated: sum.repeated + sign * repeated });
  };
  const isOf = (number, echoes) => {
    const voice = voices[number];
    return voice !== void 0 && echoes.has(voice);
  };
  return {
    set: (number, turn, voice) => {
      add(voices[number], heard[number] ?? silence, -1);
      turns[number] = turn;
      voices[number] = voice;
      heard[number] = silence;
    },
    hear: (number, previous) => {
      const [voice, turn, heardTurn] = [voices[number], turns[number], turns[previous]];
      add(voice, heard[number] ?? silence, -1);
      const answers = voice !== void 0 && turn && heardTurn && voices[previous] !== voice;
      const own2 = answers ? new Set(turn.text.terms) : void 0;
      const now = own2 && heardTurn ? heardFrom(heardTurn.text.terms, (term) => own2.has(term)) : silence;
      heard[number] = now;
      add(voice, now, 1);
    },
    decide: () => {
      before = echoing;
      const now = new Set([...sums].flatMap(([voice, sum]) => isEcho(sum) ? [voice] : []));
      if (now.size === before.size && [...now].every((voice) => before.has(voice))) return false;
      echoing = now;
      return true;
    },
    echoes: (number) => isOf(number, echoing),
    turned: () => [...turns.keys()].filter((number) => isOf(number, before) !== isOf(number, echoing))
  };
}

// packages/ranker-bm25/src/index/turns.ts
function createTurns(weights) {
  const { conversation } = weights;
  const turns = [];
  const sessions = looksAround(conversation) ? createSessions() : void 0;
  const voices = conversation.answer > 0 ? createVoices() : void 0;
  const reach2 = Math.max(conversation.neighbours.length, conversation.question > 0 || voices ? 1 : 0);
  const changed = /* @__PURE__ */ new Set();
  const tally2 = createTally();
  const near = (number, places2) => sessions?.near(number, places2) ?? -1;
  const echoes = (number) => voices?.echoes(number) ?? false;
  const around = (number) => {
    return (places2) => {
      const other = near(number, places2);
      return other >= 0 && echoes(other) === echoes(number) ? turns[other] : void 0;
    };
  };
  const touch = (number) => {
    changed.add(number);
    for (const step8 of [-1, 1]) {
      let at3 = number;
      for (let left2 = reach2; left2 > 0; left2--) {
        at3 = near(at3, step8);
        if (at3 < 0) break;
        changed.add(at3);
      }
    }
  };
  const listen = () => {
    if (voices === void 0 || changed.size === 0) return;
    for (const number of changed) voices.hear(number, near(number, -1));
    if (voices.decide()) for (const number of voices.turned()) touch(number);
  };
  const textOf3 = (number, part) => {
    const { text: text2 } = turns[number];
    return echoes(number) && partCount(text2.length) > 1 ? partOfText(text2, part) : text2;
  };
  const bagOf = (number, part) => {
    let length = 0;
    const add = ({ terms: terms2, counts, length: size }, weight, source) => {
      if (!isMetadata(source)) length += size * weight;
      for (let i = 0; i < terms2.length; i++) tally2.add(terms2[i], counts[i] * weight);
    };
    eachPart(turns[number], around(number), weights, add, textOf3(number, part));
    const terms = tally2.terms.slice(0, tally2.size);
    const frequencies = Float64Array.from(terms, (term) => asFrequency(tally2.of(term)));
    tally2.clear();
    return { terms, frequencies, length: asLength(length) };
  };
  const bagsOf = (number) => {
    const parts3 = echoes(number) ? partCount(turns[number].text.length) : 1;
    return Array.from({ length: parts3 }, (_, part) => bagOf(number, part));
  };
  return {
    get: (number) => turns[number],
    add: (number, turn, session, voice) => {
      turns[number] = turn;
      sessions?.append(number, session);
      voices?.set(number, turn, voice);
      touch(number);
    },
    change: (number, turn, voice) => {
      turns[number] = turn;
      voices?.set(number, turn, voice);
      touch(number);
    },
    remove: (number, session) => {
      touch(number);
      changed.delete(number);
      sessions?.remove(number, session);
      voices?.set(number, void 0, void 0);
      turns[number] = void 0;
    },
    near,
    echoes,
    flush: (put) => {
      listen();
      for (const number of [...changed].sort((a, b2) => a - b2)) put(number, bagsOf(number));
      changed.clear();
    },
    settle: () => {
      listen();
      for (const number of [...changed]) if (!echoes(number)) changed.delete(number);
    },
    sourcesOf: (number, part, term) => {
      const sources2 = /* @__PURE__ */ new Map();
      const add = ({ terms, counts }, weight, source) => {
        const at3 = terms.indexOf(term);
        if (at3 >= 0) sources2.set(source, asFrequency((sources2.get(source) ?? 0) + weight * counts[at3]));
      };
      eachPart(turns[number], around(number), weights, add, textOf3(number, part));
      return sources2;
    }
  };
}

// packages/ranker-bm25/src/index/state.ts
function createState(settings, analyzer, { vocabulary, postings } = {
  vocabulary: new Vocabulary(),
  postings: createPostings()
}) {
  const hasParts2 = settings.fields.length > 0 || addsTerms(settings.conversation);
  return {
    vocabulary,
    postings,
    echoes: createEchoes(),
    documents: createDocuments(),
    turns: hasParts2 ? createTurns(settings) : void 0,
    reader: createTurnReader(analyzer, (term) => vocabulary.add(term), settings)
  };
}
function readDocument({ reader }, { severalLanguages }, analyzer, document) {
  const { id: id2, text: text2 } = document;
  const language = severalLanguages ? document.language ?? analyzer.guess(text2) : void 0;
  const turn = {
    text: reader.text(text2, language),
    questions: reader.questions(text2, language),
    ...reader.rest(document, language)
  };
  const terms = turn.fields.reduce((sum, field) => sum + (field?.length ?? 0), turn.text.length);
  return { entry: { id: id2, terms, language, details: detailsOf(document) }, turn };
}
function addRead({ documents, turns, postings }, { entry, turn }) {
  const number = documents.add(entry);
  if (turns === void 0) postings.put(number, plainBag(turn));
  else turns.add(number, turn, entry.details?.session, voiceOf(entry));
}
function replaceRead({ documents, turns, postings }, number, { entry, turn }) {
  documents.change(number, entry);
  if (turns === void 0) postings.put(number, plainBag(turn));
  else turns.change(number, turn, voiceOf(entry));
}
function removeNumber({ documents, turns, postings, echoes }, number) {
  turns?.remove(number, documents.session(number));
  documents.remove(number);
  postings.remove(number);
  echoes.remove(number);
}
function voiceOf({ details }) {
  return (details?.voice ?? details?.speaker) || void 0;
}
function flush({ turns, postings, echoes }) {
  turns?.flush((number, bags) => {
    const isEcho2 = turns.echoes(number);
    if (isEcho2) postings.remove(number);
    else if (echoes.has(number)) echoes.remove(number);
    if (isEcho2) echoes.put(number, bags);
    else postings.put(number, bags[0]);
  });
}
function renumbered(state, settings, analyzer) {
  const fresh = createState(settings, analyzer);
  const known2 = /* @__PURE__ */ new Map();
  const renumber = (term) => {
    let number = known2.get(term);
    if (number === void 0) {
      number = fresh.vocabulary.add(state.vocabulary.at(term));
      known2.set(term, number);
    }
    return number;
  };
  const parts3 = /* @__PURE__ */ new Map();
  const renumberPart = (part) => {
    if (part === void 0) return void 0;
    const done = parts3.get(part) ?? { ...part, terms: part.terms.map(renumber) };
    parts3.set(part, done);
    return done;
  };
  for (const number of state.documents.numbers()) {
    const entry = state.documents.entry(number);
    const turn = state.turns?.get(number);
    const bag = turn === void 0 ? state.postings.bag(number) : void 0;
    if (bag !== void 0)
      fresh.postings.put(fresh.documents.add(entry), { ...bag, terms: Array.from(bag.terms, renumber) });
    if (turn === void 0) continue;
    fresh.turns?.add(
      fresh.documents.add(entry),
      {
        text: renumberPart(turn.text),
        questions: renumberPart(turn.questions),
        speaker: renumberPart(turn.speaker),
        date: renumberPart(turn.date),
        fields: turn.fields.map(renumberPart)
      },
      entry.details?.session,
      voiceOf(entry)
    );
  }
  return fresh;
}
function plainBag({ text: text2 }) {
  return { terms: text2.terms, frequencies: text2.counts, length: text2.length };
}

// packages/ranker-bm25/src/index/search.ts
function searchState(state, version2, settings, analyzer, text2, request) {
  flush(state);
  const { documents, postings } = state;
  const [query, echoQuery] = byClass(state, queryOf(state, analyzer, text2, request.language));
  const formula = formulaFor({ k1: void 0, b: void 0, plus: void 0, ...settings.formula }, averageTerms(state));
  const pool = Math.min(documents.size, request.diversity > 0 ? Math.max(diversePool, request.limit) : request.limit);
  const record = { state, version: version2, query, echoQuery, formula, request, added: void 0 };
  if (query.terms.length === 0) return { record, found: [] };
  if (echoQuery === void 0 && !changesOrder(state, settings, request)) {
    const { filter } = request;
    const accept = filter && ((document) => filter(documents.shown(document)));
    return { record, found: spread2(state, postings.top(query, pool, formula, accept), request) };
  }
  const matches = echoQuery ? withEchoes(record, settings) : postings.all(query, formula);
  const mixed = { ...record, added: addedBySessions(state, settings, matches) };
  return { record: mixed, found: spread2(state, bestOf2(mixed, settings, matches, pool), request) };
}
function averageTerms({ documents }) {
  return documents.size === 0 ? 0 : documents.terms / documents.size;
}
function queryOf({ vocabulary }, analyzer, text2, language) {
  const weights = /* @__PURE__ */ new Map();
  analyzer.asked(
    text2,
    (term) => {
      const number = vocabulary.get(term);
      if (number !== void 0) weights.set(number, (weights.get(number) ?? 0) + 1);
    },
    language
  );
  return { terms: [...weights.keys()], weights: [...weights.values()] };
}
function changesOrder({ documents }, { conversation }, { boost, recency }) {
  if (boost !== void 0 || recency !== void 0) return true;
  if (conversation.session > 0 && documents.sessions > 1) return true;
  return conversation.importance > 0 && documents.important > 0;
}
function addedBySessions({ documents }, { conversation }, matches) {
  if (conversation.session === 0 || documents.sessions < 2) return void 0;
  const session = (i) => documents.session(matches.documents[i]);
  return sessionScores(matches.scores, session, conversation.session);
}
function bestOf2(record, settings, { documents: numbers, scores, length }, pool) {
  const { documents } = record.state;
  const { filter, boost, recency } = record.request;
  const { importance } = settings.conversation;
  const isBoosted = boost !== void 0 || recency !== void 0 || importance > 0 && documents.important > 0;
  const best3 = new Best(pool);
  for (let i = 0; i < length; i++) {
    const number = numbers[i];
    let score = scores[i];
    if (score <= 0) continue;
    if (filter !== void 0 && !filter(documents.shown(number))) continue;
    if (record.added !== void 0) score += record.added.get(documents.session(number)) ?? 0;
    if (isBoosted) for (const { factor } of boostsOf(record, settings, number)) score *= factor;
    if (score > 0 && best3.wants(number, score)) best3.add(number, score);
  }
  return best3.sorted();
}
function boostsOf({ state, request }, { conversation }, number) {
  const { documents } = state;
  const { boost, recency } = request;
  const boosts = [];
  const span = recency && documents.span(number);
  if (span) boosts.push({ by: "recency", factor: fading(span, recency) });
  const importance = conversation.importance > 0 ? documents.importance(number) : void 0;
  if (importance !== void 0) {
    boosts.push({ by: "importance", factor: importanceFactor(importance, conversation.importance) });
  }
  if (boost) boosts.push({ by: "boost", factor: boostOf(boost, documents.shown(number)) });
  return boosts;
}
function spread2({ postings, turns, vocabulary }, found, { diversity, limit: limit2 }) {
  return diverse(found, diversity, limit2, ({ document }) => {
    const terms = turns?.get(document)?.text.terms ?? postings.bag(document)?.terms ?? [];
    return new Set(Array.from(terms, (term) => vocabulary.at(term)));
  });
}

// packages/ranker-bm25/src/index/explain.ts
function explainHit(state, version2, settings, hit) {
  const record = Hit.recordOf(hit);
  const number = state.documents.numberOf(hit?.id);
  if (record?.state !== state || record.version !== version2 || number === void 0) {
    throw rankerError(
      "INDEX_HIT_UNKNOWN",
      "The value is not a hit of this index, or the index has changed since the search.",
      "Pass a hit exactly as search returned it, not a copy, before the index changes; or search again.",
      {}
    );
  }
  const { id: id2, score } = hit;
  const { part, terms: scored } = bestPart(record, number);
  const terms = scored.map((one) => explainTerm(state, number, part, one));
  const session = record.added?.get(state.documents.session(number)) ?? 0;
  return {
    id: id2,
    score,
    terms,
    answer: answerScore(record, settings, number),
    session,
    boosts: boostsOf(record, settings, number)
  };
}
function explainTerm({ vocabulary, turns }, number, part, { term, weight, idf, frequency, score }) {
  const sources2 = turns?.sourcesOf(number, part, term) ?? /* @__PURE__ */ new Map([["text", frequency]]);
  const from = [...sources2].map(([source, part2]) => ({ source, frequency: part2 }));
  return { term: vocabulary.at(term), weight, idf, frequency, from, score };
}

// packages/ranker-bm25/src/index/options.ts
var mustBeFields = (value) => {
  if (!isObject(value)) return "must be an object with a weight for each field";
  for (const [name, weight] of Object.entries(value)) {
    const problem = mustBeWeight(weight);
    if (problem !== void 0) return `has a weight of '${name}' that ${problem}`;
  }
  return void 0;
};
function settingsOf(what, options2) {
  const { k1: k12, b: b2, plus, fields: fields3, conversation, ...analysis } = checkOptions(what, options2, {
    ...analysisChecks,
    ...formulaChecks,
    fields: mustBeFields,
    conversation: mustBeConversation
  });
  return {
    analysis,
    formula: {
      ...k12 === void 0 ? {} : { k1: k12 },
      ...b2 === void 0 ? {} : { b: b2 },
      ...plus === void 0 ? {} : { plus }
    },
    fields: Object.entries(fields3 ?? {}).map(([name, weight]) => ({ name, weight })),
    conversation: resolveConversation(what, conversation),
    severalLanguages: (analysis.languages?.length ?? 1) > 1
  };
}
function fingerprint({ analysis, fields: fields3, conversation }) {
  const { languages, language = "english", stem: stem2 = true, stopWords = true } = analysis;
  const { neighbours, question, answer, speaker, date, spellDate } = conversation;
  const entries = [
    [
      "languages",
      languages === void 0 ? [language].filter((name) => name !== "none") : languages.map(({ name }) => name)
    ],
    ["stem", typeof stem2 === "function" ? "a function" : stem2],
    ["stopWords", stopWords],
    ["fields", fields3.map(({ name, weight }) => [name, weight])],
    ["conversation.neighbours", neighbours],
    ["conversation.question", question],
    ["conversation.answer", answer > 0],
    ["conversation.speaker", speaker],
    ["conversation.date", date],
    ["conversation.spellDate", spellDate === resolveConversation("", true).spellDate ? "in English" : "a function"]
  ];
  return entries.map(([name, value]) => [name, JSON.stringify(value)]);
}

// packages/ranker-bm25/src/postings/bytes/byte-reader.ts
var chunk = 8192;
var ByteReader = class {
  #bytes;
  #at = 0;
  constructor(bytes) {
    this.#bytes = bytes;
  }
  whole() {
    let number = 0;
    for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === void 0) throw this.damaged("they end too early");
      number += (byte & 127) * factor;
      if (byte < 128) return Number.isSafeInteger(number) ? number : this.#tooLarge();
    }
    return this.#tooLarge();
  }
  number() {
    const from = this.#skip(8);
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getFloat64(from, true);
  }
  /** Reads a count of items of at least the given size in bytes; that many bytes must remain. */
  count(bytesEach = 1) {
    const count2 = this.whole();
    if (count2 * bytesEach > this.#bytes.length - this.#at) throw this.damaged("they end too early");
    return count2;
  }
  text() {
    const [text2 = "", ...others2] = this.texts();
    if (others2.length > 0) throw this.damaged("there are several texts instead of one");
    return text2;
  }
  texts() {
    const lengths = new Float64Array(this.count());
    let units = 0;
    for (let i = 0; i < lengths.length; i++) units += lengths[i] = this.whole();
    const bytesEach = this.whole();
    if (bytesEach !== 1 && bytesEach !== 2) throw this.damaged("a text has an unknown encoding");
    const joined = this.#units(this.#skip(units * bytesEach), units, bytesEach);
    let from = 0;
    return Array.from(lengths, (length) => {
      from += length;
      return joined.slice(from - length, from);
    });
  }
  /** Checks that all bytes were read. */
  end() {
    if (this.#at !== this.#bytes.length) throw this.damaged("there are extra bytes at the end");
  }
  /** Creates the error for unexpected bytes. */
  damaged(problem) {
    return damaged2(problem);
  }
  #units(from, units, bytesEach) {
    const bytes = this.#bytes;
    const parts3 = [];
    for (let start = 0; start < units; start += chunk) {
      const codes = new Uint16Array(Math.min(chunk, units - start));
      for (let i = 0; i < codes.length; i++) {
        const at3 = from + (start + i) * bytesEach;
        codes[i] = bytesEach === 1 ? bytes[at3] : bytes[at3] | bytes[at3 + 1] << 8;
      }
      parts3.push(Reflect.apply(String.fromCharCode, void 0, codes));
    }
    return parts3.join("");
  }
  /** Skips bytes and returns where they begin. */
  #skip(bytes) {
    const from = this.#at;
    if (bytes > this.#bytes.length - from) throw this.damaged("they end too early");
    this.#at = from + bytes;
    return from;
  }
  #tooLarge() {
    throw this.damaged("a number is too large");
  }
};
function damaged2(problem) {
  return rankerError(
    "INDEX_DAMAGED",
    `The bytes are not a saved index, or are damaged: ${problem}.`,
    "Load another copy of the bytes, or create a new index from the documents.",
    { problem }
  );
}

// packages/ranker-bm25/src/postings/bytes/byte-writer.ts
var ByteWriter = class {
  #bytes = new Uint8Array(1024);
  #size = 0;
  /** The bytes written, in a buffer that is valid until the next call. */
  get bytes() {
    return this.#bytes.subarray(0, this.#size);
  }
  /** Writes a whole number from 0 to 2^53 - 1 in as few bytes as possible: 7 bits per byte, lowest first (LEB128). */
  whole(number) {
    this.#makeRoom(8);
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#size++] = rest % 128 | 128;
    this.#bytes[this.#size++] = rest;
  }
  /** Writes any number, in 8 bytes. */
  number(number) {
    this.#makeRoom(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#size, number, true);
    this.#size += 8;
  }
  /** Writes a text with any characters, including lone surrogates. */
  text(text2) {
    this.texts([text2]);
  }
  /** Writes texts with any characters: their lengths, then all joined, with one byte per character where possible. */
  texts(texts2) {
    let [units, bytesEach] = [0, 1];
    this.whole(texts2.length);
    for (const text2 of texts2) {
      this.whole(text2.length);
      units += text2.length;
      if (bytesEach === 1 && /[^\0-\xff]/.test(text2)) bytesEach = 2;
    }
    this.whole(bytesEach);
    this.#makeRoom(units * bytesEach);
    for (const text2 of texts2) {
      for (let i = 0; i < text2.length; i++) {
        const unit2 = text2.charCodeAt(i);
        this.#bytes[this.#size++] = unit2 & 255;
        if (bytesEach === 2) this.#bytes[this.#size++] = unit2 >> 8;
      }
    }
  }
  #makeRoom(bytes) {
    if (this.#size + bytes <= this.#bytes.length) return;
    const larger2 = new Uint8Array(Math.max(2 * this.#bytes.length, this.#size + bytes));
    larger2.set(this.#bytes);
    this.#bytes = larger2;
  }
};

// packages/ranker-bm25/src/postings/bytes/crc32.ts
function crc32(bytes) {
  const table2 = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 3988292384 : value >>> 1;
    return value;
  });
  let checksum = 4294967295;
  for (let at3 = 0; at3 < bytes.length; at3++) {
    checksum = table2[(checksum ^ bytes[at3]) & 255] ^ checksum >>> 8;
  }
  return (checksum ^ 4294967295) >>> 0;
}

// packages/ranker-bm25/src/postings/bytes/envelope.ts
var magic = 1481457996;
var [checksumAt, versionAt, bodyAt] = [4, 8, 12];
function seal(version2, write) {
  const writer = new ByteWriter();
  write(writer);
  const body = writer.bytes;
  const bytes = new Uint8Array(bodyAt + body.length);
  bytes.set(body, bodyAt);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, magic, true);
  header.setUint32(versionAt, version2, true);
  header.setUint32(checksumAt, crc32(bytes.subarray(versionAt)), true);
  return bytes;
}
function unseal(bytes, version2) {
  if (bytes.length < bodyAt) throw damaged2("they are shorter than a header");
  const header = new DataView(bytes.buffer, bytes.byteOffset, bodyAt);
  if (header.getUint32(0, true) !== magic) throw damaged2("they do not begin like a saved index");
  if (header.getUint32(checksumAt, true) !== crc32(bytes.subarray(versionAt)))
    throw damaged2("the checksum does not match");
  const found = header.getUint32(versionAt, true);
  if (found === version2) return new ByteReader(bytes.subarray(bodyAt));
  throw rankerError(
    "INDEX_VERSION",
    `The index was saved in version ${found} of the format, but this release reads version ${version2}.`,
    found > version2 ? "Update @lamella/ranker-bm25." : "Create a new index from the documents.",
    { version: found, supported: version2 }
  );
}

// packages/ranker-bm25/src/postings/save.ts
var frequencyRange = { min: 1e-9, max: 1e12 };
var lengthRange = { min: 0, max: 1e15 };
function savePostings(writer, vocabulary, postings) {
  const values = placesOfValues(postings);
  writer.texts(vocabulary.terms);
  writer.whole(values.size);
  for (const value of values.keys()) writer.number(value);
  let limit2 = postings.limit;
  while (limit2 > 0 && !postings.has(limit2 - 1)) limit2--;
  writer.whole(limit2);
  for (let document = 0; document < limit2; document++) {
    const bag = postings.bag(document);
    writer.whole(bag === void 0 ? 0 : 1 + values.get(bag.length));
    if (bag === void 0) continue;
    writer.whole(bag.terms.length);
    for (let i = 0; i < bag.terms.length; i++) {
      writer.whole(bag.terms[i] - (i === 0 ? -1 : bag.terms[i - 1]));
      writer.whole(values.get(bag.frequencies[i]));
    }
  }
}
function loadPostings(reader) {
  const vocabulary = new Vocabulary();
  for (const [number, term] of reader.texts().entries()) {
    if (vocabulary.add(term) !== number) throw reader.damaged("a word occurs twice");
  }
  const values = Array.from({ length: reader.count(8) }, () => reader.number());
  const valueAt = (place, { min, max }) => {
    const value = values[place];
    if (value === void 0 || !(value >= min && value <= max)) throw reader.damaged("a number is out of range");
    return value;
  };
  const postings = createPostings();
  const terms = [];
  const frequencies = [];
  const limit2 = reader.count();
  for (let document = 0; document < limit2; document++) {
    const place = reader.whole();
    if (place === 0) continue;
    const length = valueAt(place - 1, lengthRange);
    const size = reader.count(2);
    terms.length = size;
    frequencies.length = size;
    let term = -1;
    for (let i = 0; i < size; i++) {
      const distance = reader.whole();
      term += distance;
      if (distance === 0 || term >= vocabulary.size) throw reader.damaged("a document has an unknown term");
      terms[i] = term;
      frequencies[i] = valueAt(reader.whole(), frequencyRange);
    }
    postings.put(document, { terms, frequencies, length });
  }
  return { vocabulary, postings };
}
function placesOfValues(postings) {
  const places2 = /* @__PURE__ */ new Map();
  const note = (value) => {
    if (!places2.has(value)) places2.set(value, places2.size);
  };
  for (let document = 0; document < postings.limit; document++) {
    const bag = postings.bag(document);
    if (bag === void 0) continue;
    note(bag.length);
    for (let i = 0; i < bag.frequencies.length; i++) note(bag.frequencies[i]);
  }
  return places2;
}

// packages/ranker-bm25/src/index/columns.ts
function writeColumn(writer, texts2) {
  const places2 = /* @__PURE__ */ new Map();
  for (const text2 of texts2) if (text2 !== void 0 && !places2.has(text2)) places2.set(text2, places2.size + 1);
  writer.texts([...places2.keys()]);
  if (places2.size === 0) return;
  for (const text2 of texts2) writer.whole(text2 === void 0 ? 0 : places2.get(text2) ?? 0);
}
function readColumn(reader, documents) {
  const table2 = reader.texts();
  if (table2.length === 0) return [];
  return Array.from({ length: documents }, () => {
    const place = reader.whole();
    if (place > table2.length) throw reader.damaged("a document has a text that is not in the table");
    return place === 0 ? void 0 : table2[place - 1];
  });
}
function writeCounts(writer, part) {
  writer.whole(part === void 0 ? 0 : 1);
  if (part === void 0) return;
  writer.whole(part.terms.length);
  for (let i = 0; i < part.terms.length; i++) {
    writer.whole(part.terms[i]);
    writer.whole(part.counts[i]);
  }
  for (const bits of part.parts ?? []) writer.whole(bits);
}
function readCounts(reader, vocabulary, mayHaveParts = false) {
  if (reader.whole() === 0) return void 0;
  const size = reader.count(2);
  const terms = [];
  const counts = [];
  let length = 0;
  for (let i = 0; i < size; i++) {
    const term = reader.whole();
    if (vocabulary.at(term) === void 0) throw reader.damaged("a document has a term that is not in the vocabulary");
    const count2 = reader.whole();
    terms.push(term);
    counts.push(count2);
    length += count2;
  }
  if (!mayHaveParts || partCount(length) === 1) return { terms, counts, length };
  const parts3 = terms.map(() => reader.whole());
  if (parts3.some((bits) => !(bits > 0 && bits < 2 ** partCount(length)))) {
    throw reader.damaged("a term is in no part of its text");
  }
  return { terms, counts, length, parts: parts3 };
}

// packages/ranker-bm25/src/index/save.ts
var version = 2;
function saveState({ vocabulary, postings, documents, turns }, settings) {
  const entries = Array.from(documents.numbers(), (number) => documents.entry(number));
  return seal(version, (writer) => {
    writer.texts(fingerprint(settings).flat());
    savePostings(writer, vocabulary, postings);
    writer.texts(entries.map((entry) => entry?.id ?? ""));
    for (const entry of entries) writer.whole(entry?.terms ?? 0);
    writeColumn(
      writer,
      entries.map((entry) => entry?.language)
    );
    for (const name of ["session", "speaker", "voice", "date"]) {
      writeColumn(
        writer,
        entries.map((entry) => entry?.details?.[name])
      );
    }
    writeColumn(
      writer,
      entries.map((entry) => entry?.details?.importance?.toString())
    );
    if (turns !== void 0) for (const number of documents.numbers()) writeTurn(writer, turns.get(number));
  });
}
function loadState(bytes, settings, analyzer) {
  if (Object.prototype.toString.call(bytes) !== "[object Uint8Array]") throw damaged2("they are not a Uint8Array");
  const reader = unseal(bytes, version);
  mustBeSavedWith(reader.texts(), settings);
  const state = createState(settings, analyzer, loadPostings(reader));
  const ids = reader.texts();
  const lengths = ids.map(() => reader.whole());
  const column = () => readColumn(reader, ids.length);
  const [languages, sessions, speakers, voices] = [column(), column(), column(), column()];
  const [dates, importances] = [column(), column()];
  for (const [number, id2] of ids.entries()) {
    const importance = importances[number] === void 0 ? void 0 : Number(importances[number]);
    const document = documentOf(id2, sessions[number], speakers[number], voices[number], dates[number], importance);
    mustBeWhole2(reader, state, document, number);
    const language = languages[number];
    const entry = { id: id2, terms: lengths[number], language, details: detailsOf(document) };
    state.documents.add(entry);
    if (state.turns === void 0) continue;
    const turn = { ...state.reader.rest(document, language), ...readTurn(reader, state, settings) };
    state.turns.add(number, turn, document.session, voiceOf(entry));
  }
  reader.end();
  state.turns?.settle();
  flush(state);
  mustHaveTerms(reader, state, ids.length);
  return state;
}
function documentOf(id2, session, speaker, voice, date, importance) {
  return {
    id: id2,
    text: "",
    ...session === void 0 ? {} : { session },
    ...speaker === void 0 ? {} : { speaker },
    ...voice === void 0 ? {} : { voice },
    ...date === void 0 ? {} : { date },
    ...importance === void 0 ? {} : { importance }
  };
}
function writeTurn(writer, { text: text2, questions: questions2, fields: fields3 }) {
  writeCounts(writer, text2);
  writeCounts(writer, questions2);
  for (const field of fields3) writeCounts(writer, field);
}
function readTurn(reader, { vocabulary }, { fields: fields3, conversation }) {
  const text2 = readCounts(reader, vocabulary, conversation.answer > 0);
  if (text2 === void 0) throw reader.damaged("a document has no text");
  return { text: text2, questions: readCounts(reader, vocabulary), fields: fields3.map(() => readCounts(reader, vocabulary)) };
}
function mustBeWhole2(reader, { documents }, document, number) {
  if (documents.numberOf(document.id) !== void 0) throw reader.damaged("two documents have the same id");
  try {
    checkDocument(document, []);
  } catch {
    throw reader.damaged(`the document ${number} is invalid`);
  }
}
function mustHaveTerms(reader, { postings, echoes }, size) {
  if (postings.count + echoes.size !== size) throw reader.damaged("the number of ids differs from that of documents");
  for (let number = 0; number < size; number++) {
    if (postings.has(number) === echoes.has(number)) throw reader.damaged(`the document ${number} has no terms`);
  }
}
function mustBeSavedWith(saved, settings) {
  const differs = fingerprint(settings).find(([, value2], i) => saved[2 * i + 1] !== value2);
  if (differs === void 0) return;
  const [option, value] = differs;
  const before = saved[saved.indexOf(option) + 1] ?? "nothing";
  throw rankerError(
    "INDEX_OPTIONS_DIFFER",
    `The index was saved with different options: '${option}' was ${before.slice(0, 200)}, and is now ${value.slice(0, 200)}.`,
    "Load it with the options it was created with, or create a new index from the documents.",
    { option }
  );
}

// packages/ranker-bm25/src/index/create-index.ts
function createIndex(options2 = {}) {
  const settings = settingsOf("createIndex", options2);
  const analyzer = createAnalyzer(settings.analysis);
  return indexOf(settings, analyzer, createState(settings, analyzer));
}
function loadIndex(bytes, options2 = {}) {
  const settings = settingsOf("loadIndex", options2);
  const analyzer = createAnalyzer(settings.analysis);
  return indexOf(settings, analyzer, loadState(bytes, settings, analyzer));
}
function indexOf(settings, analyzer, initial) {
  let state = initial;
  let version2 = 0;
  let gone = 0;
  const changed = () => {
    version2++;
    if (gone > state.documents.size + 1e3) tidy();
  };
  const tidy = () => {
    state = renumbered(state, settings, analyzer);
    gone = 0;
  };
  const remove = (number) => {
    removeNumber(state, number);
    gone++;
  };
  return Object.freeze({
    get size() {
      return state.documents.size;
    },
    has: (id2) => state.documents.numberOf(id2) !== void 0,
    add: (given) => {
      const documents = Array.isArray(given) ? given : [given];
      mustBeNew(state, settings, documents);
      version2++;
      for (const document of documents) addRead(state, readDocument(state, settings, analyzer, document));
    },
    update: (document) => {
      checkDocument(document, settings.fields);
      const number = state.documents.numberOf(document.id);
      if (number === void 0) throw missing2(document.id);
      const read = readDocument(state, settings, analyzer, document);
      if (document.session === state.documents.session(number)) {
        replaceRead(state, number, read);
        gone++;
      } else {
        remove(number);
        addRead(state, read);
      }
      changed();
    },
    remove: (id2) => {
      const number = state.documents.numberOf(id2);
      if (number === void 0) return false;
      remove(number);
      changed();
      return true;
    },
    search: (query, options2 = {}) => {
      const { record, found } = searchState(state, version2, settings, analyzer, query, checkRequest(query, options2));
      const { documents } = state;
      return found.map(({ document, score }) => new Hit(documents.id(document), score, record));
    },
    explain: (hit) => explainHit(state, version2, settings, hit),
    save: () => {
      if (gone > 0) {
        tidy();
        version2++;
      }
      flush(state);
      return saveState(state, settings);
    }
  });
}
function mustBeNew({ documents }, { fields: fields3 }, given) {
  const ids = /* @__PURE__ */ new Set();
  for (const document of given) {
    checkDocument(document, fields3);
    const { id: id2 } = document;
    if (documents.numberOf(id2) !== void 0 || ids.has(id2)) throw exists(id2);
    ids.add(id2);
  }
}
function exists(id2) {
  return rankerError(
    "INDEX_DOCUMENT_EXISTS",
    `The index already has a document ${JSON.stringify(id2.slice(0, 100))}.`,
    "Use update() to replace it, or give each document a unique id.",
    { id: id2 }
  );
}
function missing2(id2) {
  return rankerError(
    "INDEX_DOCUMENT_MISSING",
    `The index has no document ${JSON.stringify(id2.slice(0, 100))}.`,
    "Use add() for a new document; check with has().",
    { id: id2 }
  );
}

// packages/ranker-bm25/src/ranker/document-memory.ts
var capacity = 4e6;
var mostTerms = 1e6;
var DocumentMemory = class {
  #analyzer;
  #weights;
  #texts = /* @__PURE__ */ new Map();
  #numbers = /* @__PURE__ */ new Map();
  #reader;
  #characters = 0;
  /** An entry for each term, all 0 between calls: clearing the used ones is cheaper than allocating arrays. */
  #queryWeights = new Float64Array(1024);
  #having = new Float64Array(1024);
  constructor(analyzer, weights) {
    this.#analyzer = analyzer;
    this.#weights = weights;
    this.#reader = this.#newReader();
  }
  /** Reads data that belongs to a text, such as its speaker's name. */
  get reader() {
    return this.#reader;
  }
  get(text2) {
    const known2 = this.#texts.get(text2);
    if (known2 !== void 0) return known2;
    const language = this.#analyzer.guess(text2);
    const counts = this.#reader.text(text2, language);
    const read = { text: counts, questions: this.#reader.questions(text2, language), language };
    this.#texts.set(text2, read);
    this.#characters += text2.length + 100;
    return read;
  }
  /**
   * Calls `use` with a query, whose arrays are only valid during the call. Request the texts first. With `only`, the query
   * has no other terms than this one.
   */
  withQuery(query, use, only2) {
    if (this.#queryWeights.length < this.#numbers.size) {
      this.#queryWeights = new Float64Array(2 * this.#numbers.size);
      this.#having = new Float64Array(2 * this.#numbers.size);
    }
    const [weights, having] = [this.#queryWeights, this.#having];
    const terms = [];
    this.#analyzer.asked(query, (term) => {
      const number = this.#numbers.get(term);
      if (number === void 0 || only2 !== void 0 && term !== only2) return;
      if (weights[number] === 0) terms.push(number);
      weights[number] = weights[number] + 1;
    });
    try {
      return use({ terms, weights, having });
    } finally {
      for (const number of terms) {
        weights[number] = 0;
        having[number] = 0;
      }
    }
  }
  /** Call it between rankings, never during one: it reassigns numbers. */
  forgetIfFull() {
    if (this.#characters <= capacity && this.#numbers.size <= mostTerms) return;
    this.#texts.clear();
    this.#characters = 0;
    this.#reader = this.#newReader();
  }
  #newReader() {
    const numbers = /* @__PURE__ */ new Map();
    this.#numbers = numbers;
    const numberOf = (term) => {
      const known2 = numbers.get(term);
      if (known2 !== void 0) return known2;
      numbers.set(term, numbers.size);
      return numbers.size - 1;
    };
    return createTurnReader(this.#analyzer, numberOf, this.#weights);
  }
};

// packages/ranker-bm25/src/ranker/score-texts.ts
function scoreTexts(ranked, texts2, average, { k1: k12, b: b2, delta }) {
  const { weights, having } = ranked;
  for (const { text: text2 } of texts2) {
    const { terms } = text2;
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i];
      if (weights[term] !== 0) having[term] = having[term] + 1;
    }
  }
  weighByRarity(ranked, texts2.length);
  return texts2.map(({ text: { terms, counts, length } }) => {
    const norm2 = k12 * (1 - b2 + b2 * length / average);
    let sum = 0;
    for (let i = 0; i < terms.length; i++) {
      const weight = weights[terms[i]];
      if (weight === 0) continue;
      const f = counts[i];
      sum += weight * (f * (k12 + 1) / (f + norm2) + delta);
    }
    return sum;
  });
}
function weighByRarity({ terms, weights, having }, total) {
  for (const term of terms) {
    weights[term] = weights[term] * rarityOf(having[term], total);
  }
}

// packages/ranker-bm25/src/ranker/score-turns.ts
function scoreTurns(ranked, documents, turns, weights, formula, best3) {
  const near = nearOf(documents);
  const { answer } = weights.conversation;
  const echoes = answer > 0 ? echoesOf(documents, turns, near) : void 0;
  const isEchoAt = (index) => echoes?.[index] ?? false;
  const around = (index) => (places2) => {
    const other = near(index, places2);
    return other >= 0 && isEchoAt(other) === isEchoAt(index) ? turns[other] : void 0;
  };
  const held = turns.map((turn, index) => heldBy(ranked, turn, around(index), weights, isEchoAt(index)));
  const scores = scoreParts(ranked, held, isEchoAt, formula, best3);
  if (echoes === void 0) return scores;
  return scores.map((score, index) => {
    const next = near(index, 1);
    return next < 0 || isEchoAt(index) || !isEchoAt(next) ? score : score + answer * scores[next];
  });
}
var tally = createTally();
function heldBy(ranked, turn, near, weights, isOfEcho) {
  const parts3 = isOfEcho ? partCount(turn.text.length) : 1;
  const text2 = parts3 > 1 ? onlyAsked(ranked, turn.text) : turn.text;
  return Array.from({ length: parts3 }, (_, part) => {
    let length = 0;
    const add = ({ terms: terms2, counts, length: size }, weight, source) => {
      if (!isMetadata(source)) length += size * weight;
      for (let k = 0; k < terms2.length; k++) {
        const term = terms2[k];
        if (ranked.weights[term] !== 0) tally.add(term, weight * counts[k]);
      }
    };
    eachPart(turn, near, weights, add, parts3 > 1 ? partOfText(text2, part) : text2);
    const terms = Array.from(tally.terms.subarray(0, tally.size));
    const frequencies = terms.map((term) => asFrequency(tally.of(term)));
    tally.clear();
    return { terms, frequencies, length: asLength(length) };
  });
}
function onlyAsked({ weights }, { terms, counts, length, parts: parts3 }) {
  const asked = { terms: [], counts: [], length, parts: [] };
  for (let i = 0; i < terms.length; i++) {
    if (weights[terms[i]] === 0) continue;
    asked.terms.push(terms[i]);
    asked.counts.push(counts[i]);
    asked.parts.push(parts3?.[i]);
  }
  return asked;
}
function scoreParts(ranked, held, isEchoAt, { k1: k12, b: b2, delta }, best3) {
  const total = { all: held.length, echoes: held.filter((_, index) => isEchoAt(index)).length };
  const ofEchoes = /* @__PURE__ */ new Map();
  for (const [index, parts3] of held.entries()) {
    const terms = parts3.length === 1 ? parts3[0]?.terms : new Set(parts3.flatMap((part) => part.terms));
    for (const term of terms ?? []) {
      ranked.having[term] = ranked.having[term] + 1;
      if (isEchoAt(index)) ofEchoes.set(term, (ofEchoes.get(term) ?? 0) + 1);
    }
  }
  const rarities = new Map(
    ranked.terms.map((term) => {
      const having = { all: ranked.having[term], echoes: ofEchoes.get(term) ?? 0 };
      return [term, raritiesOf(having, total)];
    })
  );
  const meanOf = (isOfEcho) => {
    const lengths = held.flatMap(
      (parts3, index) => isEchoAt(index) === isOfEcho ? parts3.map(({ length }) => length) : []
    );
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
  };
  const means = [meanOf(false), meanOf(true)];
  return held.map((parts3, index) => {
    const side = isEchoAt(index) ? 1 : 0;
    const scores = parts3.map(({ terms, frequencies, length }) => {
      const norm2 = k12 * (1 - b2 + b2 * length / means[side]);
      return terms.reduce((sum, term, i) => {
        const f = frequencies[i];
        const weight = ranked.weights[term] * (rarities.get(term)?.[side] ?? 0);
        return sum + weight * (f * (k12 + 1) / (f + norm2) + delta);
      }, 0);
    });
    best3[index] ??= scores.indexOf(Math.max(...scores));
    return scores[best3[index]];
  });
}
function echoesOf(documents, turns, near) {
  const sums = /* @__PURE__ */ new Map();
  const voices = documents.map(({ voice, speaker }) => (voice ?? speaker) || void 0);
  for (const [index, voice] of voices.entries()) {
    const before = near(index, -1);
    if (voice === void 0 || before < 0 || voices[before] === voice) continue;
    const { heard, repeated } = hear(turns[before].text, turns[index].text);
    const sum = sums.get(voice) ?? { heard: 0, repeated: 0 };
    sums.set(voice, { heard: sum.heard + heard, repeated: sum.repeated + repeated });
  }
  return voices.map((voice) => {
    const sum = voice === void 0 ? void 0 : sums.get(voice);
    return sum !== void 0 && isEcho(sum);
  });
}
var known = /* @__PURE__ */ new WeakMap();
function hear(before, text2) {
  const last = known.get(text2);
  if (last?.before === before) return last.heard;
  const own2 = new Set(text2.terms);
  const heard = heardFrom(before.terms, (term) => own2.has(term));
  known.set(text2, { before, heard });
  return heard;
}
function nearOf(documents) {
  const sessions = /* @__PURE__ */ new Map();
  const mates = documents.map(({ session }, index) => {
    const list2 = sessions.get(session) ?? [];
    if (list2.length === 0) sessions.set(session, list2);
    list2.push(index);
    return { list: list2, place: list2.length - 1 };
  });
  return (index, places2) => {
    const { list: list2, place } = mates[index];
    return list2[place + places2] ?? -1;
  };
}
function addSessions(scores, documents, weight) {
  const { session } = documents[0] ?? {};
  if (documents.every((document) => document.session === session)) return;
  const added2 = sessionScores(scores, (i) => documents[i]?.session, weight);
  for (let i = 0; i < scores.length; i++) {
    if (scores[i] > 0) scores[i] = scores[i] + (added2.get(documents[i]?.session) ?? 0);
  }
}
function raiseImportant(scores, documents, strength) {
  for (let i = 0; i < scores.length; i++) {
    const { importance } = documents[i];
    if (importance !== void 0) scores[i] = scores[i] * importanceFactor(importance, strength);
  }
}

// packages/ranker-bm25/src/ranker/bm25.ts
function bm25(options2 = {}) {
  const {
    k1: k12,
    b: b2,
    plus,
    conversation: wanted,
    ...analysis
  } = checkOptions("bm25", options2, {
    ...analysisChecks,
    ...formulaChecks,
    conversation: mustBeConversation
  });
  const conversation = resolveConversation("bm25", wanted);
  const weights = { conversation, fields: [] };
  const analyzer = createAnalyzer(analysis);
  const memory = new DocumentMemory(analyzer, weights);
  const scoresOf2 = (query, documents, best3, only2) => {
    const texts2 = documents.map(({ text: text2 }) => memory.get(text2));
    const average = averageLength(texts2);
    const formula = formulaFor({ k1: k12, b: b2, plus }, average);
    const turns2 = addsTerms(conversation) ? documents.map((document, i) => {
      const known2 = texts2[i];
      const { speaker, date, fields: fields3 } = memory.reader.rest(document, known2.language);
      return { text: known2.text, questions: known2.questions, speaker, date, fields: fields3 };
    }) : void 0;
    return memory.withQuery(
      query,
      (ranked) => turns2 === void 0 ? scoreTexts(ranked, texts2, average, formula) : scoreTurns(ranked, documents, turns2, weights, formula, best3),
      only2
    );
  };
  const rank2 = (query, documents) => {
    const scores = scoresOf2(query, documents, []);
    memory.forgetIfFull();
    if (conversation.session > 0) addSessions(scores, documents, conversation.session);
    if (conversation.importance > 0) raiseImportant(scores, documents, conversation.importance);
    return scores;
  };
  const explain2 = (query, documents, index) => {
    const asked = /* @__PURE__ */ new Set();
    analyzer.asked(query, (term) => asked.add(term));
    const best3 = [];
    scoresOf2(query, documents, best3);
    const scored = [...asked].map((term) => ({ term, score: scoresOf2(query, documents, best3, term)[index] ?? 0 }));
    memory.forgetIfFull();
    return scored.filter(({ score }) => score > 0).sort((a, b3) => b3.score - a.score);
  };
  const terms = (text2) => {
    const found = /* @__PURE__ */ new Set();
    analyzer(text2, (term) => found.add(term));
    return found;
  };
  let turns;
  const ranker = { spec: 1, name: "bm25", rank: rank2, explain: explain2, terms };
  if (wanted !== void 0) return Object.freeze(ranker);
  return Object.freeze({
    ...ranker,
    get turns() {
      turns ??= bm25({ ...options2, conversation: true });
      return turns;
    }
  });
}
function averageLength(texts2) {
  let total = 0;
  for (const { text: text2 } of texts2) total += text2.length;
  return texts2.length === 0 ? 0 : total / texts2.length;
}

// packages/core/dist/search/index.js
var step = 128;
function* best2(scores, count2, weigh, highest = 1) {
  const kept3 = [];
  for (let [from, size] = [0, count2]; from < scores.size; from += size, size = Math.max(step, 2 * size)) {
    const order = scores.top(from + size + 1);
    const part = order.slice(from, from + size);
    const items = yield part.map(([id2]) => id2);
    for (const [id2, score] of part) {
      const item = items.get(id2);
      const weight = item === void 0 ? 0 : weigh(item);
      if (item !== void 0 && weight > 0) kept3.push({ id: id2, item, score: score * weight });
    }
    kept3.sort((a, b2) => b2.score - a.score || a.id - b2.id);
    if (kept3.length > count2) kept3.length = count2;
    const next = order[from + size]?.[1] ?? 0;
    if (kept3.length === count2 && (kept3.at(-1)?.score ?? 0) >= next * highest) break;
  }
  return kept3;
}
function runSteps(steps, load2) {
  let next = steps.next();
  while (next.done !== true) next = steps.next(load2(next.value));
  return next.value;
}
var months2 = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"]
];
function dateWords(date) {
  const time = new Date(date);
  return `${time.getUTCDate()} ${months2[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}
function unitVector(numbers) {
  const vector = Float32Array.from(numbers);
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));
  return length === 0 ? vector : vector.map((number) => number / length);
}
function bytesOf(vector) {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
function vectorOf(bytes) {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
function dot(a, b2) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b2[i];
  return sum;
}
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
  const ask = async (texts2, signal) => {
    let given;
    try {
      throwIfAborted(signal, "The search");
      isLate = false;
      const options2 = { what: "The search", signal, deadline, timedOut };
      const words2 = texts2.map((text2) => withoutData(text2));
      given = await withDeadline((own2) => embedder.embed(words2, own2), options2);
    } catch (error) {
      throwIfAborted(signal, "The search");
      throw failed(sentence(embedder, error instanceof Error ? error.message : String(error)), error);
    }
    return vectorsOf(embedder, given, texts2.length, failed);
  };
  return {
    one: async (text2, signal) => (await ask([text2], signal))[0],
    all: async (waiting, keep, signal) => {
      let error;
      let [left2, size, failures] = [0, batch, 0];
      for (let from = 0; from < waiting.length; ) {
        const texts2 = waiting.slice(from, from + size);
        let vectors;
        try {
          vectors = await ask(
            texts2.map(({ text: text2 }) => text2),
            signal
          );
        } catch (thrown) {
          throwIfAborted(signal, "The search");
          error = thrown;
        }
        if (vectors) {
          await keep(texts2, vectors);
          from += texts2.length;
          size = Math.min(batch, 4 * size);
          failures = 0;
        } else if (++failures === enough2 || isLate) {
          return { left: left2 + waiting.length - from, error };
        } else if (texts2.length > 1) {
          size = Math.ceil(texts2.length / 4);
        } else {
          left2++;
          from++;
        }
      }
      return { left: left2, error };
    }
  };
}
function vectorsOf(embedder, given, count2, failed) {
  const wrong = (what) => failed(sentence(embedder, what), void 0);
  if (!Array.isArray(given) || given.length !== count2) {
    throw wrong(`it returned ${Array.isArray(given) ? given.length : "no list of"} vectors for ${count2} texts`);
  }
  return given.map((vector) => {
    const numbers = vector instanceof Float32Array || Array.isArray(vector) ? vector : [];
    if (numbers.length !== embedder.dimensions) {
      throw wrong(`it returned a vector of ${numbers.length} numbers instead of ${embedder.dimensions}`);
    }
    const unit2 = unitVector(numbers);
    if (!unit2.every(Number.isFinite)) throw wrong("it returned a vector with values other than numbers");
    return unit2;
  });
}
function sentence({ name }, what) {
  return `The embedder "${name}" failed: ${what.replace(/\.$/, "")}.`;
}
function fuse({ keyword, vector, added: added2 }) {
  const fused = /* @__PURE__ */ new Map();
  for (const { id: id2, item } of vector) {
    const score = added2(id2, item);
    if (score > 0) fused.set(id2, { id: id2, item, score, by: ["vector"] });
  }
  for (const { id: id2, item, score: own2 } of keyword) {
    const similar = fused.get(id2);
    const score = own2 + (similar?.score ?? added2(id2, item));
    fused.set(id2, { id: id2, item, score, by: similar ? ["keyword", "vector"] : ["keyword"] });
  }
  return [...fused.values()].sort((a, b2) => b2.score - a.score || a.id - b2.id);
}
var whole3 = 4;
var steepness = 1.5;
var least = 1e-6;
function similarityScore(similarities, weight) {
  let [count2, mean, squares] = [0, 0, 0];
  for (const one of similarities) {
    const before = one - mean;
    mean += before / ++count2;
    squares += before * (one - mean);
  }
  const deviation = Math.sqrt(squares / Math.max(1, count2));
  return (similarity) => {
    const z = deviation > 0 ? (similarity - mean) / deviation : 0;
    return weight * (Math.max(0, z / whole3) ** steepness + least * positive(similarity));
  };
}
function positive(similarity) {
  return Math.max(1e-9, (1 + similarity) / 2);
}
var most2 = 1e3;
function createKeepUp(step22) {
  const behind = createBoundedMap(most2);
  let running;
  const nameOf3 = ({ tenant, user, agent }) => JSON.stringify([tenant, user, agent]);
  const run2 = async (owner) => {
    const count2 = await step22(owner).catch(() => 0);
    running = void 0;
    if (count2 === 0) behind.delete(nameOf3(owner));
  };
  return {
    search: (search) => async (owner, ...more) => {
      const result = await search(owner, ...more);
      if (result.indexed.done < result.indexed.of) behind.set(nameOf3(owner), true);
      return result;
    },
    append: (append) => async (scope, ...more) => {
      const appended = await append(scope, ...more);
      const owner = ownerOf(scope);
      if (running === void 0 && behind.get(nameOf3(owner))) running = run2(owner);
      return appended;
    },
    close: (close) => async () => {
      await running;
      await close();
    }
  };
}
function mustBeEmbedder(value) {
  const { name, dimensions, batch, timeout, embed } = isObject(value) ? value : {};
  if (typeof name !== "string" || name === "") return "must be an object with a name";
  if (mustBeWhole(1)(dimensions)) return `must have dimensions: ${mustBeWhole(1)(dimensions)}`;
  if (batch !== void 0 && mustBeWhole(1)(batch)) return `has a batch that ${mustBeWhole(1)(batch)}`;
  if (timeout !== void 0 && mustBeWhole(1)(timeout)) return `has a timeout that ${mustBeWhole(1)(timeout)}`;
  return typeof embed === "function" ? void 0 : "must be an object with a method embed";
}
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
function scoresOf(ids, scores) {
  const isBetter = (a, b2) => {
    const [first, second2] = [scores[a], scores[b2]];
    return first > second2 || first === second2 && ids[a] < ids[b2];
  };
  return {
    size: ids.length,
    only: (isMeant) => {
      const [keptIds, keptScores] = [[], []];
      for (let i = 0; i < ids.length; i++) {
        if (!isMeant(ids[i])) continue;
        keptIds.push(ids[i]);
        keptScores.push(scores[i]);
      }
      return scoresOf(keptIds, keptScores);
    },
    top: (count2) => {
      const places2 = bestPlaces(ids.length, count2, isBetter);
      places2.sort((a, b2) => isBetter(a, b2) ? -1 : 1);
      return places2.map((place) => [ids[place], scores[place]]);
    }
  };
}
function scoresIn(scores) {
  return scoresOf([...scores.keys()], [...scores.values()]);
}
function bestPlaces(size, count2, isBetter) {
  if (count2 >= size) return Array.from({ length: size }, (_, place) => place);
  const heap = [];
  for (let place = 0; place < size; place++) {
    if (heap.length < count2) {
      let at3 = heap.push(place) - 1;
      while (at3 > 0) {
        const parent = at3 - 1 >> 1;
        if (isBetter(place, heap[parent])) break;
        heap[at3] = heap[parent];
        at3 = parent;
      }
      heap[at3] = place;
    } else if (count2 > 0 && isBetter(place, heap[0])) {
      let at3 = 0;
      for (let child = 1; child < count2; child = 2 * at3 + 1) {
        if (child + 1 < count2 && isBetter(heap[child], heap[child + 1])) child++;
        if (isBetter(heap[child], place)) break;
        heap[at3] = heap[child];
        at3 = child;
      }
      heap[at3] = place;
    }
  }
  return heap;
}
var leastPool = 100;
function* rankTexts(request, matches) {
  return (yield* rank(request, matches, void 0)) ?? [];
}
function* rank(request, { words: words2, likeness, isMeant, isItemMeant, highestFactor = 1, weight, termsOf }, nearest) {
  const weigh = (found) => isItemMeant(found) ? fading(found.date, request.recency) * (found.factor ?? 1) : 0;
  const wanted = wantedOf(request);
  const like = likeness && (isMeant === void 0 ? likeness : only(likeness, isMeant));
  const pick = (scores, count2) => best2(scores, count2, weigh, highestFactor);
  const isEnough = (list2, count2) => nearest === void 0 || list2.length === count2 && (list2.at(-1)?.score ?? 0) > highestFactor * positive(nearest.floor);
  let fused;
  if (like && request.mode === "vector") {
    const vector = yield* pick(allPositive(like), wanted);
    if (!isEnough(vector, wanted)) return void 0;
    fused = vector.map((hit) => ({ ...hit, by: ["vector"] }));
  } else {
    const found = words2();
    const scores = isMeant === void 0 ? found.scores : found.scores.only(isMeant);
    if (like) {
      const count2 = poolOf(wanted);
      const keyword = yield* pick(scores, count2);
      const vector = yield* pick(allPositive(like), count2);
      if (!isEnough(vector, count2)) return void 0;
      const scoreOf2 = similarityScore(nearest?.sample ?? like.values(), weight);
      fused = fuse({
        keyword: keyword.map((hit) => ({ ...hit, score: hit.score / found.most })),
        vector,
        added: (id2, item) => {
          const similarity = like.get(id2);
          return similarity === void 0 ? 0 : scoreOf2(similarity) * weigh(item);
        }
      });
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
function resultsOf(search) {
  return async (...args) => {
    const { found, indexed: indexed2 } = await search(...args);
    return { hits: found.map(({ hit }) => hit), indexed: indexed2 };
  };
}
function allIndexed(parts3) {
  const sum = (field) => parts3.reduce((total, { indexed: indexed2 }) => total + indexed2[field], 0);
  return { of: sum("of"), done: sum("done") };
}
function allPositive(like) {
  return scoresIn(new Map([...like].map(([id2, likeness]) => [id2, positive(likeness)])));
}
function only(scores, isMeant) {
  for (const id2 of scores.keys()) if (!isMeant(id2)) scores.delete(id2);
  return scores;
}
function rememberQuestion(one) {
  let last;
  return (text2, signal) => {
    if (last?.text === text2 && last.signal === signal) return last.vector;
    const asked = { text: text2, signal, vector: one(text2, signal) };
    last = asked;
    asked.vector.catch(() => {
      if (last === asked) last = void 0;
    });
    return asked.vector;
  };
}
var allContents = ["messages", "memory", "blocks"];
var judges = 10;
var least2 = 1e-9;
function planSearchAll(request, messagesHaveVectors) {
  const { query, mode, limit: limit2, diversity } = checkSearch(request, ["keyword", "vector", "hybrid"]);
  const { content: _, session, ...asked } = request;
  const contents = contentOf(request, messagesHaveVectors);
  const each = { ...asked, diversity: 0, limit: Math.max(diversity === 0 ? judges : diversePool, limit2) };
  if (session !== void 0) checkId("request.session", session);
  return { contents, each, session, query, mode, limit: limit2, diversity };
}
function joinContents({ mode, limit: limit2, diversity }, parts3, weight, termsOf) {
  const joined = parts3.flatMap(({ content, found, shares }) => {
    const best3 = found[0]?.hit.score ?? 1;
    const worth = mode === "vector" ? best3 : worthOf(found.slice(0, judges), shares, weight);
    return found.map(({ hit, text: text2 }) => joinedOf(content, hit, text2, worth * hit.score / best3));
  });
  const best22 = diverse(
    joined.sort((a, b2) => b2.score - a.score),
    diversity,
    limit2,
    ({ text: text2 }) => new Set(termsOf(text2))
  );
  return { hits: best22.map(({ hit }) => hit), indexed: allIndexed(parts3) };
}
function worthOf(found, shares, weight) {
  let most22 = least2;
  for (const { id: id2, likeness, fading: fading2 } of found) {
    const share = shares?.get(id2) ?? 0;
    const strength = likeness === void 0 ? share : (share + weight * Math.max(0, likeness)) / (1 + weight);
    most22 = Math.max(most22, strength * fading2);
  }
  return most22;
}
function joinedOf(content, { item, by }, text2, score) {
  return { score, text: text2, hit: { content, item, score, by } };
}
function contentOf(request, messagesHaveVectors) {
  const { content, session, mode, filter } = request;
  if (content !== void 0) {
    if (!Array.isArray(content)) throw invalid("request.content", "is not a list");
    if (content.some((one) => !allContents.includes(one)))
      throw invalid("request.content", `has an item other than ${allContents.join(", ")}`);
    if (session !== void 0 && !content.includes("messages")) {
      throw invalid("request.session", "applies to messages, which request.content excludes");
    }
    return allContents.filter((one) => content.includes(one));
  }
  const { kinds: kinds4, tags, minImportance } = filter ?? {};
  const isPlain = tags === void 0 && minImportance === void 0;
  const needsVectors = mode === "vector" || mode === "hybrid";
  const fits = {
    messages: session !== void 0 || isPlain && kinds4 === void 0 && (messagesHaveVectors || !needsVectors),
    memory: true,
    blocks: isPlain
  };
  return allContents.filter((one) => fits[one]);
}
var k1 = 0.9;
var b = 0.4;
function averageOf({ count: count2, terms }) {
  return terms / Math.max(1, count2) || 1;
}
function dampingOf(length, average) {
  return k1 * (1 - b + b * length / average);
}
function rarityOf2(holders, count2) {
  return Math.log(1 + Math.max(0, count2 - holders + 0.5) / (holders + 0.5));
}
function strengthsOf(asked, groups) {
  const parts3 = groups.map(({ ids, extent, holdersOf }) => ({
    ...{ holdersOf, extent, average: averageOf(extent), wanted: new Set(ids) }
  }));
  const count2 = parts3.reduce((sum, { extent }) => sum + extent.count, 0);
  const shares = parts3.map(() => /* @__PURE__ */ new Map());
  let most22 = 0;
  for (const { term, count: times } of asked) {
    const found = parts3.map(({ holdersOf }) => holdersOf(term));
    const all2 = found.reduce((sum, texts2) => sum + texts2.length, 0);
    const rarity = times * rarityOf2(all2, count2);
    most22 += rarity;
    for (const [index, { wanted, average }] of parts3.entries()) {
      const share = shares[index];
      for (const { id: id2, length, said, around } of found[index] ?? []) {
        if (!wanted.has(id2)) continue;
        const own2 = said + around;
        share.set(id2, (share.get(id2) ?? 0) + rarity * own2 / (own2 + dampingOf(length, average)));
      }
    }
  }
  for (const share of shares) for (const [id2, sum] of share) share.set(id2, sum / most22);
  return shares;
}
function createTextVectors(rows2, embedder, failed, tell) {
  const embed = createEmbed(embedder, failed);
  const reuse = async (items) => {
    const found = await rows2.known(items);
    const isFound = (_, index) => found[index] !== void 0;
    const vectors = found.filter((vector) => vector !== void 0);
    if (vectors.length > 0) await rows2.keep(items.filter(isFound), vectors);
    const missing3 = /* @__PURE__ */ new Map();
    for (const item of items.filter((one, index) => !isFound(one, index))) {
      const key = `${item.owner} ${item.text}`;
      const same = missing3.get(key);
      if (same) same.push(item);
      else missing3.set(key, [item]);
    }
    return missing3;
  };
  const giveAll = async (items, signal) => {
    const groups = [...(await reuse(items)).values()];
    const waiting = groups.map((group, index) => ({ id: index, text: group[0]?.text ?? "" }));
    const keepGroups = async (done, vectors) => {
      const all2 = done.flatMap(
        ({ id: id2 }, index) => (groups[id2] ?? []).map((item) => [item, bytesOf(vectors[index])])
      );
      await rows2.keep(
        all2.map(([item]) => item),
        all2.map(([, vector]) => vector)
      );
    };
    const { left: left2, error } = await embed.all(waiting, keepGroups, signal);
    if (left2 > 0) tellLeft(left2, error);
    return left2;
  };
  const tellLeft = (left2, error) => {
    const why = isLamellaError(error) ? error.what : error instanceof Error ? error.message : String(error);
    tell(`${left2} texts have no vector yet: ${why}`);
  };
  let queue = [];
  let last = Promise.resolve();
  let next;
  return {
    give: async (item) => {
      queue.push(item);
      next ??= last.then(() => {
        const items = queue;
        queue = [];
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
        const items = await rows2.waiting(owner, behind);
        if (items.length === 0) return;
        if (await giveAll(items, signal) === items.length) return;
        behind = items.at(-1)?.id ?? behind;
      }
    },
    ofQuestion: embed.one
  };
}

// packages/provider-sqlite/src/database/instants.ts
function toKept(instant) {
  return instant === void 0 ? null : Date.parse(instant);
}
function fromKept(at3) {
  return new Date(at3).toISOString();
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
    forget: (ids) => ids.filter((id2) => forget.get(id2) !== void 0).length > 0
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
  const sum = db.prepare(
    "SELECT coalesce(sum(b.size), 0) AS bytes FROM blob_links l JOIN blobs b ON b.owner = l.owner AND b.id = l.id WHERE l.owner = ? AND l.session = ?"
  );
  const sessions = db.prepare(
    "SELECT DISTINCT session FROM blob_links WHERE owner = ? AND session > ? ORDER BY session LIMIT ?"
  );
  const numberOf = db.prepare("SELECT number, size FROM blobs WHERE owner = ? AND id = ?");
  const make = db.prepare("INSERT INTO blobs (owner, id, size) VALUES (?, ?, ?) RETURNING number");
  const addPart = db.prepare("INSERT INTO blob_parts (key, bytes) VALUES (?, ?)");
  const link = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET at = coalesce(excluded.at, at)
  `);
  const parts3 = db.prepare("SELECT key, bytes FROM blob_parts WHERE key >= ? AND key < ? ORDER BY key");
  const copy2 = db.prepare(`
    INSERT INTO blob_links (owner, session, id, media_type, name, at)
    SELECT owner, ?, id, media_type, name, at FROM blob_links WHERE owner = ? AND session = ?
    ON CONFLICT DO NOTHING
  `);
  const count2 = db.prepare("SELECT count(*) AS count FROM blob_links WHERE owner = ? AND session = ?");
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
  const settle = (owner, rows2) => {
    for (const id2 of new Set(rows2.map((row) => row.id))) {
      const gone = unused.get(owner, id2);
      if (gone) removeParts.run(gone.number * room, (gone.number + 1) * room);
    }
    if (rows2.length > 0) purge.mark();
    return rows2.length;
  };
  const info = ({ owner, sort }, id2) => {
    const row = find.get(owner, sort, id2);
    return row && infoOf2(row);
  };
  return {
    put: (place, given, content) => {
      const { owner, sort } = place;
      const { id: id2, size, mediaType, name, at: at3 } = given;
      if (numberOf.get(owner, id2) === void 0) {
        const { number } = make.get(owner, id2, size);
        for (let start = 0, key = number * room; start < size; start += partSize, key++)
          addPart.run(key, content.subarray(start, start + partSize));
      }
      link.run(owner, sort, id2, mediaType, name ?? null, toKept(at3));
      return info(place, id2);
    },
    info,
    read: (place, id2, range) => {
      const size = info(place, id2)?.size;
      if (size === void 0) return void 0;
      const { start, end } = checkByteRange(range, size);
      const { number } = numberOf.get(place.owner, id2);
      const first = number * room;
      const content = new Uint8Array(end - start);
      let read = 0;
      const rows2 = start === end ? [] : parts3.all(first + Math.floor(start / partSize), first + Math.floor((end - 1) / partSize) + 1);
      for (const { key, bytes } of rows2) {
        const at3 = (key - first) * partSize;
        const piece = bytes.subarray(Math.max(0, start - at3), end - at3);
        content.set(piece, Math.max(0, at3 - start));
        read += piece.length;
      }
      if (read !== end - start) throw blobDamaged(idOfSortKey(place.sort), id2);
      return content;
    },
    list: ({ owner, sort }, after, limit2) => {
      const rows2 = page.all(owner, sort, after, oneMore(limit2));
      const { bytes } = sum.get(owner, sort);
      return { blobs: rows2.slice(0, limit2).map(infoOf2), bytes, more: rows2.length > limit2 };
    },
    sessions: (owner, after, limit2) => {
      const rows2 = sessions.all(owner, after, oneMore(limit2));
      return { sessions: rows2.slice(0, limit2).map(({ session }) => idOfSortKey(session)), more: rows2.length > limit2 };
    },
    copy: (from, into) => {
      copy2.run(into.sort, from.owner, from.sort);
      return count2.get(from.owner, from.sort).count;
    },
    remove: ({ owner, sort }, id2, before) => settle(owner, unlink.all(before, Number(before === null), owner, sort, id2)) > 0,
    removeAll: ({ owner, sort }, before) => settle(owner, unlinkAll.all(before, Number(before === null), owner, sort)),
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
function infoOf2({ id: id2, size, media_type, name, at: at3 }) {
  return {
    ...{ id: id2, size, mediaType: media_type },
    ...name !== null && { name },
    ...at3 !== null && { at: fromKept(at3) }
  };
}

// packages/provider-sqlite/src/blobs/blob-store.ts
function createBlobs(access, purge, close) {
  const owners = createOwners(access.db);
  const rows2 = createBlobRows(access.db, purge);
  const reading = (scope, session, none2, work) => {
    const owner = ownerOf(scope);
    const sort = sortKey(checkId("session", session));
    return access.read(() => {
      const number = owners.find(owner);
      return number === void 0 ? none2 : work({ owner: number, sort });
    });
  };
  return {
    spec: 1,
    put: async (scope, session, content, options2) => {
      const owner = ownerOf(scope);
      const sort = sortKey(checkId("session", session));
      const { mediaType, name, at: at3 } = checkBlobOptions(content, options2);
      const copy2 = new Uint8Array(content);
      const others2 = { ...name !== void 0 && { name }, ...at3 !== void 0 && { at: at3 } };
      const info = { id: await blobId(copy2), size: copy2.length, mediaType, ...others2 };
      return access.write(() => rows2.put({ owner: owners.make(owner), sort }, info, copy2));
    },
    info: async (scope, session, id2) => {
      ownerOf(scope);
      checkBlobId(id2);
      return reading(scope, session, void 0, (place) => rows2.info(place, id2));
    },
    read: async (scope, session, id2, range) => {
      ownerOf(scope);
      checkBlobId(id2);
      checkByteRange(range);
      return reading(scope, session, void 0, (place) => rows2.read(place, id2, range));
    },
    list: async (scope, session, request) => {
      ownerOf(scope);
      const { after = "", limit: limit2 } = checkList(request);
      const none2 = { blobs: [], bytes: 0, more: false };
      return reading(scope, session, none2, (place) => rows2.list(place, after, limit2));
    },
    sessions: async (scope, request) => {
      const owner = ownerOf(scope);
      const { after = "", limit: limit2 } = checkList(request);
      return access.read(() => {
        const number = owners.find(owner);
        return number === void 0 ? { sessions: [], more: false } : rows2.sessions(number, sortKey(after), limit2);
      });
    },
    fork: async (scope, session, into) => {
      const owner = ownerOf(scope);
      const [from, to] = [sortKey(checkId("session", session)), sortKey(checkId("into", into))];
      return access.write(() => {
        const number = owners.find(owner);
        return number === void 0 ? 0 : rows2.copy({ owner: number, sort: from }, { owner: number, sort: to });
      });
    },
    delete: async (scope, session, id2, options2) => {
      const owner = ownerOf(scope);
      const sort = sortKey(checkId("session", session));
      const only2 = id2 === void 0 ? void 0 : checkBlobId(id2);
      const before = toKept(checkBlobDelete(options2));
      const count2 = await access.write(() => {
        const number = owners.find(owner);
        if (number === void 0) return 0;
        const place = { owner: number, sort };
        return only2 === void 0 ? rows2.removeAll(place, before) : Number(rows2.remove(place, only2, before));
      });
      await purge.run();
      return count2;
    },
    erase: async (scope) => {
      const owner = ownerOf(scope);
      const erased = await access.write(() => {
        const ids = owners.within(owner);
        const count2 = ids.reduce((sum, id2) => sum + rows2.removeOf(id2), 0);
        if (owners.forget(ids)) purge.mark();
        return count2;
      });
      await purge.run();
      return erased;
    },
    close
  };
}

// packages/provider-sqlite/src/errors.ts
var sqliteError = errorsOf();
function invalid4(what, problem) {
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
  const compacted = db.prepare(`
    UPDATE blocks SET snapshot_revision = ?, snapshot_size = ?,
      (updates, updates_size) = (SELECT count(*), coalesce(sum(length(bytes)), 0) FROM block_updates WHERE block = blocks.id)
    WHERE id = ?
  `);
  const snapshotOf = db.prepare("SELECT snapshot FROM block_snapshots WHERE block = ?");
  const updatesOf = db.prepare("SELECT bytes FROM block_updates WHERE block = ? AND revision > ? ORDER BY revision");
  const repeated = (block, operation, update) => {
    const done = findOperation.get(block, operation);
    if (done === void 0) return void 0;
    if (Buffer.compare(done.hash, hashOf(update)) === 0) return { revision: done.revision, repeated: true };
    throw invalid4("options.operation", "is the name of another update of this block");
  };
  return {
    append: (row, update, { operation, at: at3, expectedRevision }) => {
      const { id: id2, revision: before } = row;
      const done = operation === void 0 ? void 0 : repeated(id2, operation, update);
      if (done) return done;
      mustBeAt(row.name, row, expectedRevision);
      const revision = before + 1;
      insert.run(id2, revision, update);
      const time = toKept(at3);
      appended.run(revision, revision, update.length, time, time, id2);
      if (operation !== void 0) addOperation.run(id2, operation, revision, hashOf(update));
      return { revision, repeated: false };
    },
    setSnapshot: (block, snapshot, upTo) => {
      keep.run(block, snapshot);
      drop.run(block, upTo);
      compacted.run(upTo, snapshot.length, block);
    },
    read: ({ id: id2, revision, snapshot_revision }, since) => {
      const seen = since > revision ? 0 : since;
      const isBehind = seen < snapshot_revision;
      const rows2 = updatesOf.all(id2, isBehind ? 0 : seen);
      const content = { revision, updates: rows2.map(({ bytes }) => plain2(bytes)) };
      const row = isBehind ? snapshotOf.get(id2) : void 0;
      return row === void 0 ? content : { ...content, snapshot: plain2(row.snapshot) };
    }
  };
}
function plain2(bytes) {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest();
}
function mustBeAt(id2, row, expected) {
  const actual = row?.revision ?? 0;
  if (expected !== void 0 && expected !== actual) throw blockConflict(id2, expected, actual);
}

// packages/provider-sqlite/src/blocks/block-rows.ts
var blockColumns = "b.id, b.owner, b.sort, b.name, b.label, b.kind, b.revision, b.content_revision, b.text_revision, b.snapshot_revision, b.snapshot_size, b.updates, b.updates_size, b.created_at, b.updated_at";
function createBlockRows(db) {
  const owned2 = (more, join) => `SELECT ${blockColumns}${more} FROM owners o JOIN blocks b ON b.owner = o.id ${join} WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`;
  const values = "JOIN block_values v ON v.block = b.id";
  const find = db.prepare(`${owned2("", "")} AND b.sort = ?`);
  const findFull = db.prepare(`${owned2(", v.meta, v.text", values)} AND b.sort = ?`);
  const byLabel = db.prepare(`${owned2(", v.meta", values)} AND b.label = ?`);
  const list2 = db.prepare(`${owned2(", v.meta", values)} AND b.sort > ? ORDER BY b.sort LIMIT ?`);
  const byIds = db.prepare(
    `SELECT ${blockColumns}, v.meta, v.text FROM blocks b ${values} WHERE b.id IN (SELECT value FROM json_each(?))`
  );
  const allOf = db.prepare(`SELECT ${blockColumns} FROM blocks b WHERE b.owner = ?`);
  const add = db.prepare(`
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
    byIds: (ids) => byIds.all(JSON.stringify(ids)),
    list: ({ tenant, user, agent }, behind, limit2) => list2.all(tenant, user, agent, behind, limit2),
    allOf: (owner) => allOf.all(owner),
    add: ({ owner, sort, name, label, kind, meta, text: text2, textRevision, at: at3 }) => {
      const row = add.get(owner, sort, name, label, kind, textRevision, at3, at3);
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
  const known2 = parsed(meta);
  if (known2) return known2;
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
function voiceRecord({ voice, said }, before) {
  if (voice === 0 || before === void 0 || before.voice === voice) return { voice, heard: 0, repeated: 0 };
  return { voice, ...heardFrom(before.said.keys(), (term) => said.has(term)) };
}
function wordsOf({ said, parts: parts3 }) {
  return /* @__PURE__ */ new Set([...said.keys(), ...parts3.keys()]);
}
function eachTerm({ said, parts: parts3, bits }, use) {
  const withBits = (term, counts) => bits === void 0 ? counts : [...partNames.map((_, part) => counts[part] ?? 0), bits.get(term) ?? 0];
  for (const [term, counts] of parts3) use(term, withBits(term, counts));
  for (const [term, count2] of said) if (!parts3.has(term)) use(term, withBits(term, [count2]));
}

// packages/ranker-bm25/src/stores/bytes.ts
function putNumber(bytes, value) {
  let left2 = value;
  while (left2 >= 128) {
    bytes.push(left2 % 128 + 128);
    left2 = Math.floor(left2 / 128);
  }
  bytes.push(left2);
}
var NumberReader = class {
  #bytes;
  #at = 0;
  constructor(bytes) {
    this.#bytes = bytes;
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
var others = partNames.length;
var presence = 2 ** others;
function putCounts(bytes, counts) {
  let present = 0;
  for (let bit = 0; bit < others; bit++) if ((counts[bit + 1] ?? 0) > 0) present |= 1 << bit;
  putNumber(bytes, (counts[0] ?? 0) * presence + present);
  if (present === 0) return;
  for (let bit = 0; bit < others; bit++) if (present >> bit & 1) putNumber(bytes, counts[bit + 1] ?? 0);
}
function readCounts2(reader) {
  const first = reader.next();
  const present = first % presence;
  const counts = [Math.floor(first / presence)];
  for (let bit = 0; bit < others; bit++) counts.push(present >> bit & 1 ? reader.next() : 0);
  return counts;
}

// packages/ranker-bm25/src/stores/weigh-postings.ts
var unit = 1e6;
var most3 = 65535;
var room2 = 65536;
var scratch;
function weighPostings(bytes, { speaker, date }) {
  scratch ??= {
    places: new Uint16Array(room2),
    said: new Uint16Array(room2),
    known: new Uint16Array(room2),
    around: new Float64Array(room2),
    asked: new Uint16Array(room2),
    bits: new Uint32Array(room2)
  };
  const { places: places2, said, known: known2, around, asked, bits } = scratch;
  let [at3, count2, more, hasBits] = [0, 0, 0, false];
  const next = () => {
    let byte = bytes[at3++];
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let factor = 128; byte > 127 && at3 < bytes.length; factor *= 128) {
      byte = bytes[at3++];
      value += (byte & 127) * factor;
    }
    return value;
  };
  while (at3 < bytes.length && count2 < room2) {
    places2[count2] = next();
    const first = at3 < bytes.length ? next() : 0;
    const present = first % presence;
    said[count2] = Math.min((first - present) / presence, most3);
    bits[count2] = 0;
    if (present !== 0) {
      const questions2 = present & 1 ? next() : 0;
      const names3 = present & 2 ? next() : 0;
      const dates = present & 4 ? next() : 0;
      const labels = present & 8 ? next() : 0;
      if (present & 15) {
        known2[more] = count2;
        asked[more] = Math.min(questions2, most3);
        around[more++] = Math.round(unit * (speaker * names3 + date * dates + labels));
      }
      if (present & 16) {
        bits[count2] = next();
        hasBits = true;
      }
    }
    count2++;
  }
  return {
    places: places2.slice(0, count2),
    said: said.slice(0, count2),
    known: known2.slice(0, more),
    around: around.slice(0, more),
    asked: asked.slice(0, more),
    bits: bits.slice(0, hasBits ? count2 : 0)
  };
}
function joinPostings(first, later) {
  const join = (a, b2, into) => {
    into.set(a);
    into.set(b2, a.length);
    return into;
  };
  const [size, more] = [first.places.length, first.known.length];
  const known2 = later.known.map((index) => index + size);
  return {
    places: join(first.places, later.places, new Uint16Array(size + later.places.length)),
    said: join(first.said, later.said, new Uint16Array(size + later.said.length)),
    known: join(first.known, known2, new Uint16Array(more + known2.length)),
    around: join(first.around, later.around, new Float64Array(more + known2.length)),
    asked: join(first.asked, later.asked, new Uint16Array(more + known2.length)),
    bits: joinBits(first, later)
  };
}
function joinBits(first, later) {
  if (first.bits.length === 0 && later.bits.length === 0) return first.bits;
  const bits = new Uint32Array(first.places.length + later.places.length);
  bits.set(first.bits);
  bits.set(later.bits, first.places.length);
  return bits;
}

// packages/ranker-bm25/src/stores/nearby.ts
function decideEchoes({ voices, heard, repeated, echoes }, { answer }) {
  const sums = /* @__PURE__ */ new Map();
  for (let rank2 = 0; rank2 < voices.length && answer > 0; rank2++) {
    if (heard[rank2] === 0) continue;
    const sum = sums.get(voices[rank2]) ?? { heard: 0, repeated: 0 };
    sum.heard += heard[rank2];
    sum.repeated += repeated[rank2];
    sums.set(voices[rank2], sum);
  }
  const echoing = new Set([...sums].flatMap(([voice, sum]) => isEcho(sum) ? [voice] : []));
  let hasChanged = false;
  for (let rank2 = 0; rank2 < voices.length; rank2++) {
    const now = echoing.has(voices[rank2]) ? 1 : 0;
    if (now !== echoes[rank2]) hasChanged = true;
    echoes[rank2] = now;
  }
  return hasChanged;
}
function partsAt({ said, echoes }, rank2) {
  return echoes[rank2] === 1 ? partCount(said[rank2]) : 1;
}
function findNearby(all2, weights, from, to) {
  const { groups, said, asked, echoes, before, behind, answers, lengths } = all2;
  const reach2 = weights.neighbours.length;
  const isShort2 = (rank2) => said[rank2] <= longTurn;
  let hasNeighbours = false;
  for (let rank2 = from; rank2 < to; rank2++) {
    before[rank2] = 0;
    behind[rank2] = 0;
    answers[rank2] = 0;
    if (rank2 === from || groups[rank2] !== groups[rank2 - 1] || groups[rank2] === 0) continue;
    if (echoes[rank2] !== echoes[rank2 - 1]) continue;
    const questions2 = asked[rank2 - 1];
    if (questions2 > 0 && questions2 <= longTurn && weights.question > 0) answers[rank2] = 1;
    if (isShort2(rank2) && isShort2(rank2 - 1)) before[rank2] = Math.min(reach2, before[rank2 - 1] + 1);
    if (before[rank2] > 0) hasNeighbours = true;
  }
  for (let rank2 = to - 2; rank2 >= from; rank2--) {
    if (before[rank2 + 1] > 0) behind[rank2] = Math.min(reach2, behind[rank2 + 1] + 1);
  }
  for (let rank2 = from; rank2 < to; rank2++) lengths[rank2] = Math.round(unit * lengthOf(all2, weights, rank2));
  return hasNeighbours;
}
function lengthOf(all2, { neighbours, question }, rank2) {
  const { said, asked, before, behind, answers } = all2;
  let length = said[rank2] / partsAt(all2, rank2);
  for (let i = 0; i < before[rank2]; i++) {
    length += neighbours[i] * said[rank2 - i - 1];
  }
  for (let i = 0; i < behind[rank2]; i++) {
    length += neighbours[i] * said[rank2 + i + 1];
  }
  if (answers[rank2] === 1) length += question * asked[rank2 - 1];
  return asLength(length);
}

// packages/ranker-bm25/src/stores/merge-runs.ts
function mergeRuns(size, starts, compare) {
  let items = new Int32Array(size);
  for (let item = 0; item < size; item++) items[item] = item;
  let into = new Int32Array(size);
  let runs = [...starts, size];
  while (runs.length > 2) {
    const merged = [];
    for (let run2 = 0; run2 + 1 < runs.length; run2 += 2) {
      const [start, middle] = [runs[run2], runs[run2 + 1]];
      const end = runs[run2 + 2] ?? middle;
      merge(items, into, start, middle, end, compare);
      merged.push(start);
    }
    runs = [...merged, size];
    const previous = items;
    items = into;
    into = previous;
  }
  for (let place = 0; place < size; place++) into[items[place]] = place;
  return into;
}
function merge(items, into, start, middle, end, compare) {
  let [first, second2] = [start, middle];
  for (let at3 = start; at3 < end; at3++) {
    const takesFirst = second2 >= end || first < middle && compare(items[first], items[second2]) <= 0;
    into[at3] = items[takesFirst ? first++ : second2++];
  }
}

// packages/ranker-bm25/src/stores/text-records.ts
var voiceItems = 3;
var parts = partNames.length;
function textBytes(records) {
  const bytes = [];
  for (const { id: id2, group, lengths, voice } of records) {
    putNumber(bytes, id2 + 1);
    putNumber(bytes, group);
    putCounts(bytes, voice ? [...partNames.map((_, part) => lengths[part] ?? 0), voice.voice] : lengths);
    if (!voice || voice.voice === 0) continue;
    putNumber(bytes, voice.heard);
    putNumber(bytes, voice.repeated);
  }
  return Uint8Array.from(bytes);
}
function readTexts(bytes) {
  const texts2 = emptyRecords();
  addTexts(texts2, bytes);
  return texts2;
}
function addTexts({ ids, groups, lengths, voices }, bytes) {
  const reader = new NumberReader(bytes);
  while (reader.more) {
    ids.push(reader.next() - 1);
    groups.push(reader.next());
    const counts = readCounts2(reader);
    const voice = counts[parts];
    lengths.push(...counts.slice(0, parts));
    voices.push(voice, voice === 0 ? 0 : reader.next(), voice === 0 ? 0 : reader.next());
  }
}
function addRecord(texts2, { id: id2, group, lengths, voice }) {
  texts2.ids.push(id2);
  texts2.groups.push(group);
  texts2.lengths.push(...partNames.map((_, part) => lengths[part] ?? 0));
  texts2.voices.push(voice?.voice ?? 0, voice?.heard ?? 0, voice?.repeated ?? 0);
}
function emptyRecords() {
  return { ids: [], groups: [], lengths: [], voices: [] };
}
var removedText = { id: -1, group: 0, lengths: [] };
function withoutTexts({ ids, groups, lengths, voices }, gone) {
  return ids.map((id2, place) => {
    if (id2 < 0 || gone(id2)) return removedText;
    const [voice = 0, heard = 0, repeated = 0] = voices.slice(place * voiceItems, (place + 1) * voiceItems);
    return {
      id: id2,
      group: groups[place],
      lengths: lengths.slice(place * parts, (place + 1) * parts),
      voice: { voice, heard, repeated }
    };
  });
}

// packages/ranker-bm25/src/stores/text-collection.ts
var parts2 = partNames.length;
function collectTexts(chunks, weights, isMeant) {
  const ranks = rankTexts2(chunks, isMeant);
  const size = ranks.reduce((sum, { counted }) => sum + counted, 0);
  const texts2 = emptyTexts(size);
  let terms = 0;
  for (let chunk2 = 0; chunk2 < chunks.length; chunk2++) {
    const records = chunks[chunk2];
    const rankOf = ranks[chunk2].rankOf;
    for (let place = 0; place < rankOf.length; place++) {
      const rank2 = rankOf[place];
      if (rank2 >= 0) terms += putText(texts2, rank2, records, place);
    }
  }
  decideEchoes(texts2, weights);
  const hasNeighbours = findNearby(texts2, weights, 0, size);
  return withNorms({ ...texts2, size, hasNeighbours, ranks: ranks.map(({ rankOf }) => rankOf), terms });
}
function emptyTexts(size) {
  return {
    ids: new Float64Array(size),
    groups: new Float64Array(size),
    said: new Int32Array(size),
    asked: new Int32Array(size),
    voices: new Int32Array(size),
    heard: new Int32Array(size),
    repeated: new Int32Array(size),
    echoes: new Uint8Array(size),
    before: new Uint8Array(size),
    behind: new Uint8Array(size),
    answers: new Uint8Array(size),
    lengths: new Float64Array(size)
  };
}
function putText({ ids, groups, said, asked, voices, heard, repeated }, rank2, records, place) {
  ids[rank2] = records.ids[place];
  groups[rank2] = records.groups[place];
  asked[rank2] = records.lengths[place * parts2 + 1];
  said[rank2] = records.lengths[place * parts2];
  voices[rank2] = records.voices[place * voiceItems];
  heard[rank2] = records.voices[place * voiceItems + 1];
  repeated[rank2] = records.voices[place * voiceItems + 2];
  return said[rank2];
}
function withNorms(texts2) {
  const { size, lengths, echoes, terms } = texts2;
  const { k1: k12, b: b2 } = formulaFor({ k1: void 0, b: void 0, plus: void 0 }, terms / size || 1);
  const [totals, counts] = [
    [0, 0],
    [0, 0]
  ];
  for (let rank2 = 0; rank2 < size; rank2++) {
    const side = echoes[rank2];
    const parts4 = partsAt(texts2, rank2);
    totals[side] = totals[side] + parts4 * lengths[rank2];
    counts[side] = counts[side] + parts4;
  }
  const base = unit * k12 * (1 - b2);
  const slopes = totals.map((total, side) => unit * k12 * b2 / (total / counts[side] || unit));
  const norms = new Float64Array(size);
  for (let rank2 = 0; rank2 < size; rank2++) {
    norms[rank2] = base + slopes[echoes[rank2]] * lengths[rank2];
  }
  const [people, partsOfEchoes] = counts;
  const parts3 = partsOfEchoes === 0 ? void 0 : partsOf(texts2, people + partsOfEchoes);
  return { ...texts2, k1: k12, norms, parts: parts3, echoCount: size - people };
}
function partsOf(texts2, count2) {
  const first = new Int32Array(texts2.size + 1);
  const ranks = new Int32Array(count2);
  let part = 0;
  for (let rank2 = 0; rank2 < texts2.size; rank2++) {
    first[rank2] = part;
    for (const end = part + partsAt(texts2, rank2); part < end; part++) ranks[part] = rank2;
  }
  first[texts2.size] = count2;
  return { first, ranks };
}
function rankTexts2(chunks, isMeant) {
  const [idOf, groupOf2, starts] = [[], [], [0]];
  let [lastGroup, lastId] = [-1, -1];
  const ranked = chunks.map(({ ids, groups }) => {
    const first = idOf.length;
    const rankOf = new Int32Array(ids.length).fill(-1);
    for (let place = 0; place < ids.length; place++) {
      const [id2, group] = [ids[place], groups[place]];
      if (id2 < 0 || isMeant !== void 0 && !isMeant(id2)) continue;
      if (group < lastGroup || group === lastGroup && id2 < lastId) starts.push(idOf.length);
      lastGroup = group;
      lastId = id2;
      rankOf[place] = idOf.length;
      idOf.push(id2);
      groupOf2.push(group);
    }
    return { rankOf, counted: idOf.length - first };
  });
  if (starts.length === 1) return ranked;
  const compare = (a, b2) => groupOf2[a] - groupOf2[b2] || idOf[a] - idOf[b2];
  const rankIn = mergeRuns(idOf.length, starts, compare);
  for (const { rankOf } of ranked) moveRanks(rankOf, rankIn);
  return ranked;
}
function moveRanks(rankOf, rankIn) {
  for (let place = 0; place < rankOf.length; place++) {
    if (rankOf[place] >= 0) rankOf[place] = rankIn[rankOf[place]];
  }
}

// packages/ranker-bm25/src/stores/extend-collection.ts
function extendCollection(first, later, weights) {
  const added2 = placesToAdd(first, later);
  if (added2.length === 0) return { ...first, ranks: [...first.ranks, new Int32Array(later.ids.length).fill(-1)] };
  const size = first.size + added2.length;
  const texts2 = emptyTexts(size);
  const rankIn = new Int32Array(first.size);
  const ownRanks = new Int32Array(later.ids.length).fill(-1);
  let terms = first.terms;
  let from = 0;
  for (const [count2, { place, at: at3 }] of added2.entries()) {
    copyTexts(first, texts2, from, at3, count2, rankIn);
    ownRanks[place] = at3 + count2;
    terms += putText(texts2, at3 + count2, later, place);
    from = at3;
  }
  copyTexts(first, texts2, from, first.size, added2.length, rankIn);
  let { hasNeighbours } = first;
  for (const [count2, { at: at3 }] of added2.entries()) texts2.echoes[at3 + count2] = classOf(texts2, first, at3 + count2);
  if (decideEchoes(texts2, weights)) hasNeighbours = findNearby(texts2, weights, 0, size);
  else {
    let done = 0;
    for (const [count2, { at: at3 }] of added2.entries()) {
      if (at3 + count2 < done) continue;
      const [start, end] = conversationAround(texts2.groups, at3 + count2);
      if (findNearby(texts2, weights, start, end)) hasNeighbours = true;
      done = end;
    }
  }
  const ranks = first.ranks.map((rankOf) => {
    const moved = rankOf.slice();
    moveRanks(moved, rankIn);
    return moved;
  });
  return withNorms({ ...texts2, size, hasNeighbours, ranks: [...ranks, ownRanks], terms });
}
function placesToAdd({ ids, groups, size }, later) {
  const compare = (id3, group2, otherId, otherGroup) => group2 - otherGroup || id3 - otherId;
  const rankAfter = (id3, group2) => {
    let [low, high] = [0, size];
    while (low < high) {
      const middle = low + high >> 1;
      if (compare(ids[middle], groups[middle], id3, group2) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const id2 = (place) => later.ids[place];
  const group = (place) => later.groups[place];
  return [...later.ids.keys()].filter((place) => id2(place) >= 0).sort((a, b2) => compare(id2(a), group(a), id2(b2), group(b2))).map((place) => ({ place, at: rankAfter(id2(place), group(place)) }));
}
function classOf({ voices }, first, rank2) {
  const known2 = first.voices.indexOf(voices[rank2]);
  return known2 < 0 ? 0 : first.echoes[known2];
}
var copied = [
  ...["ids", "groups", "lengths", "said", "asked", "voices", "heard", "repeated"],
  ...["echoes", "before", "behind", "answers"]
];
function copyTexts(first, into, from, to, by, rankIn) {
  for (const name of copied) {
    into[name].set(first[name].subarray(from, to), from + by);
  }
  for (let rank2 = from; rank2 < to; rank2++) rankIn[rank2] = rank2 + by;
}
function conversationAround(groups, rank2) {
  const group = groups[rank2];
  let [start, end] = [rank2, rank2 + 1];
  if (group === 0) return [start, end];
  while (start > 0 && groups[start - 1] === group) start--;
  while (end < groups.length && groups[end] === group) end++;
  return [start, end];
}

// packages/ranker-bm25/src/stores/memory-text.ts
function memoryText({
  text: text2,
  speaker,
  date,
  tags
}) {
  return { text: text2, speaker, voice: "", date: date === void 0 ? void 0 : dateWords(date), label: tags?.join(" ") };
}

// packages/ranker-bm25/src/stores/postings.ts
function putPosting(bytes, place, counts) {
  putNumber(bytes, place);
  putCounts(bytes, counts);
}
function addPostings(words2, place, text2) {
  let count2 = 0;
  eachTerm(text2, (term, counts) => {
    let bytes = words2.get(term);
    if (bytes === void 0) {
      bytes = [];
      words2.set(term, bytes);
    }
    putPosting(bytes, place, counts);
    count2++;
  });
  return count2;
}
function readPostings(bytes) {
  const reader = new NumberReader(bytes);
  const places2 = [];
  const lists = [...partNames, "bits"].map(() => []);
  while (reader.more) {
    places2.push(reader.next());
    for (const [part, count2] of readCounts2(reader).entries()) lists[part]?.push(count2);
  }
  const [said = [], asked = [], speaker = [], date = [], label = [], bits = []] = lists;
  return { places: places2, said, asked, speaker, date, label, bits };
}
function movedPostings(bytes, newPlace) {
  const { places: places2, said, asked, speaker, date, label, bits } = readPostings(bytes);
  const kept3 = [];
  for (const [i, place] of places2.entries()) {
    const moved = newPlace(place);
    if (moved === void 0) continue;
    putNumber(kept3, moved);
    putCounts(
      kept3,
      [said, asked, speaker, date, label, bits].map((list2) => list2[i])
    );
  }
  return Uint8Array.from(kept3);
}
function withoutPlaces(bytes, gone) {
  const { places: places2, said, asked, speaker, date, label } = readPostings(bytes);
  if (!places2.some((place) => gone.has(place))) return void 0;
  const removed = [said, asked, speaker, date, label].map(
    (list2) => list2.reduce((sum, count2, i) => gone.has(places2[i]) ? sum + count2 : sum, 0)
  );
  return { removed, bytes: movedPostings(bytes, (place) => gone.has(place) ? void 0 : place) };
}

// packages/ranker-bm25/src/stores/frequencies.ts
function hasParts(parts3, rank2) {
  return parts3 !== void 0 && parts3.first[rank2 + 1] - parts3.first[rank2] > 1;
}
function createFrequencies(room4) {
  const sums = new Float64Array(room4);
  const summed = new Int32Array(room4);
  let count2 = 0;
  const add = (rank2, amount) => {
    const known2 = sums[rank2];
    if (known2 === 0) summed[count2++] = rank2;
    sums[rank2] = known2 + amount;
  };
  const addKnown = ({ ranks, answers }, postings, question) => {
    for (let chunk2 = 0; chunk2 < postings.length; chunk2++) {
      const list2 = postings[chunk2];
      if (list2 === void 0) continue;
      const rankOf = ranks[chunk2];
      for (let i = 0; i < list2.known.length; i++) {
        const rank2 = rankOf[list2.places[list2.known[i]]];
        if (!(rank2 >= 0)) continue;
        if (list2.around[i] > 0) add(rank2, list2.around[i]);
        const asked = question * list2.asked[i];
        if (asked > 0 && answers[rank2 + 1] === 1) add(rank2 + 1, asked);
      }
    }
  };
  const addNearby = ({ ranks, before, behind }, postings, weights) => {
    for (let chunk2 = 0; chunk2 < postings.length; chunk2++) {
      const list2 = postings[chunk2];
      if (list2 === void 0) continue;
      const { places: places2, said } = list2;
      const rankOf = ranks[chunk2];
      for (let i = 0; i < places2.length; i++) {
        const rank2 = rankOf[places2[i]];
        if (!(rank2 >= 0)) continue;
        const [left2, right, times] = [before[rank2], behind[rank2], said[i]];
        if (times === 0) continue;
        for (let k = 0; k < weights.length && (k < left2 || k < right); k++) {
          const amount = weights[k] * times;
          if (amount === 0) continue;
          if (k < left2) add(rank2 - k - 1, amount);
          if (k < right) add(rank2 + k + 1, amount);
        }
      }
    }
  };
  const addSaid = ({ ranks, echoes, parts: parts3 }, postings) => {
    let [alone, ofEchoes] = [0, 0];
    for (let chunk2 = 0; chunk2 < postings.length; chunk2++) {
      const list2 = postings[chunk2];
      if (list2 === void 0) continue;
      const { places: places2, said } = list2;
      const rankOf = ranks[chunk2];
      for (let i = 0; i < places2.length; i++) {
        const rank2 = rankOf[places2[i]];
        if (!(rank2 >= 0) || said[i] === 0) continue;
        if (sums[rank2] === 0) {
          alone++;
          ofEchoes += echoes[rank2];
        } else if (!hasParts(parts3, rank2)) sums[rank2] = sums[rank2] + unit * said[i];
      }
    }
    return { all: alone, echoes: ofEchoes };
  };
  return {
    add: (collection, postings, { neighbours, question }) => {
      addKnown(collection, postings, Math.round(unit * question));
      if (collection.hasNeighbours) {
        const last = neighbours.findLastIndex((weight) => weight > 0);
        const weights = Float64Array.from(neighbours.slice(0, last + 1), (weight) => Math.round(unit * weight));
        addNearby(collection, postings, weights);
      }
      const alone = addSaid(collection, postings);
      let ofEchoes = alone.echoes;
      for (let i = 0; i < count2; i++) ofEchoes += collection.echoes[summed[i]];
      return { all: alone.all + count2, echoes: ofEchoes };
    },
    addScores: ({ ranks, norms, echoes, parts: parts3 }, postings, gains, into) => {
      const { scores, matched } = into;
      const [people, ofEchoes] = gains;
      const score = (part, rank2, frequency) => {
        const known2 = scores[part];
        if (known2 === 0) matched[into.size++] = part;
        const gain = echoes[rank2] === 1 ? ofEchoes : people;
        scores[part] = known2 + gain * frequency / (frequency + norms[rank2]);
      };
      const scoreText = (rank2, said, bits, rest) => {
        if (parts3 === void 0) {
          score(rank2, rank2, unit * said + rest);
          return;
        }
        const first = parts3.first[rank2];
        const end = parts3.first[rank2 + 1];
        if (end - first === 1) {
          score(first, rank2, unit * said + rest);
          return;
        }
        const share = rest + Math.round(unit * said / bitCount(bits));
        for (let left2 = bits; left2 !== 0; ) {
          const part = 31 - Math.clz32(left2);
          left2 &= ~(1 << part);
          score(first + part, rank2, share);
        }
        if (rest === 0) return;
        for (let part = first; part < end; part++) if ((bits >>> part - first & 1) === 0) score(part, rank2, rest);
      };
      for (let chunk2 = 0; chunk2 < postings.length; chunk2++) {
        const list2 = postings[chunk2];
        if (list2 === void 0) continue;
        const { places: places2, said } = list2;
        const rankOf = ranks[chunk2];
        for (let i = 0; i < places2.length; i++) {
          const rank2 = rankOf[places2[i]];
          if (!(rank2 >= 0) || said[i] === 0) continue;
          const rest = sums[rank2];
          if (rest === 0) scoreText(rank2, said[i], list2.bits[i] ?? 0, 0);
          else if (hasParts(parts3, rank2)) {
            scoreText(rank2, said[i], list2.bits[i] ?? 0, rest);
            sums[rank2] = 0;
          }
        }
      }
      for (let i = 0; i < count2; i++) {
        const rank2 = summed[i];
        const rest = sums[rank2];
        if (rest > 0) scoreText(rank2, 0, 0, rest);
        sums[rank2] = 0;
      }
      count2 = 0;
    }
  };
}

// packages/ranker-bm25/src/stores/score-collection.ts
var scratch2;
function scoreCollection(asked, collection, postingsOf, weights) {
  const { size, k1: k12, groups, parts: parts3, echoCount } = collection;
  const count2 = parts3?.ranks.length ?? size;
  if (scratch2 === void 0 || scratch2.scores.length < count2) {
    const room4 = 2 * count2;
    scratch2 = {
      frequencies: createFrequencies(room4),
      best: new Float64Array(room4),
      scores: new Float64Array(room4),
      matched: new Int32Array(room4),
      size: 0
    };
  }
  const { frequencies } = scratch2;
  let most10 = 0;
  for (const { term, count: times } of asked) {
    const postings = postingsOf(term);
    const having = frequencies.add(collection, postings, weights);
    const [people, echoes] = raritiesOf(having, { all: size, echoes: echoCount });
    most10 += times * Math.max(people, echoes);
    const factor = times * (k12 + 1);
    frequencies.addScores(collection, postings, [people * factor, echoes * factor], scratch2);
  }
  const [ids, found, ranks] = takeMatched(collection, scratch2, weights.answer);
  if (weights.session > 0 && groups[0] !== groups[size - 1]) addSessions2(found, ranks, groups, weights.session);
  return { scores: scoresOf(ids, found), most: most10 };
}
function takeMatched(collection, from, answer) {
  const { ids, parts: parts3 } = collection;
  const ranks = parts3 === void 0 ? from.matched.slice(0, from.size) : bestParts(collection, parts3, from, answer);
  const scores = parts3 === void 0 ? from.scores : from.best;
  const found = [new Float64Array(ranks.length), new Float64Array(ranks.length), ranks];
  for (let i = 0; i < ranks.length; i++) {
    const rank2 = ranks[i];
    found[0][i] = ids[rank2];
    found[1][i] = scores[rank2];
    scores[rank2] = 0;
  }
  from.size = 0;
  return found;
}
function bestParts({ groups, echoes }, parts3, { scores, best: best3, matched, size }, answer) {
  const ranks = new Int32Array(2 * size);
  let count2 = 0;
  for (let i = 0; i < size; i++) {
    const part = matched[i];
    const rank2 = parts3.ranks[part];
    const score = scores[part];
    scores[part] = 0;
    const known2 = best3[rank2];
    if (known2 === 0) ranks[count2++] = rank2;
    if (score > known2) best3[rank2] = score;
  }
  const found = count2;
  for (let i = 0; i < found; i++) {
    const rank2 = ranks[i];
    const before = rank2 - 1;
    if (echoes[rank2] === 0 || echoes[before] !== 0 || groups[before] !== groups[rank2] || groups[rank2] === 0) continue;
    if (best3[before] === 0) ranks[count2++] = before;
    best3[before] = best3[before] + answer * best3[rank2];
  }
  return ranks.slice(0, count2);
}
function addSessions2(scores, ranks, groups, weight) {
  const groupOf2 = (i) => groups[ranks[i]];
  const added2 = sessionScores(scores, groupOf2, weight);
  for (let i = 0; i < scores.length; i++) {
    if (groupOf2(i) > 0) scores[i] = scores[i] + (added2.get(groupOf2(i)) ?? 0);
  }
}

// packages/ranker-bm25/src/stores/store-conversation.ts
function importanceIn(importance, weights) {
  return importanceFactor(importance, weights.importance);
}
function storeConversation(what, given = true) {
  const { spellDate: _, ...checks4 } = conversationChecks;
  if (typeof given !== "boolean") checkOptions(`${what}: conversation`, given, checks4);
  const { spellDate: __, ...weights } = resolveConversation(what, given);
  return weights;
}

// packages/ranker-bm25/src/stores/store-terms.ts
var most4 = 1e3;
function numberOfVoice(voice) {
  if (voice === "") return 0;
  let hash = 2166136261;
  for (let i = 0; i < voice.length; i++) hash = Math.imul(hash ^ voice.charCodeAt(i), 16777619);
  return 1 + (hash >>> 4);
}
function createStoreTerms() {
  const analyze = createAnalyzer();
  const termsOf = (text2) => {
    const terms = [];
    analyze(text2, (term) => terms.push(term));
    return terms;
  };
  return {
    of: termsOf,
    asked: (query) => {
      const counts = /* @__PURE__ */ new Map();
      for (const term of termsOf(query)) {
        const count2 = counts.get(term) ?? 0;
        if (count2 > 0 || counts.size < most4) counts.set(term, count2 + 1);
      }
      return [...counts].map(([term, count2]) => ({ term, count: count2 }));
    },
    count: ({ text: text2, speaker = "", voice = speaker, date = "", label = "" }) => {
      const said = /* @__PURE__ */ new Map();
      const parts3 = /* @__PURE__ */ new Map();
      const order = [];
      const addSaid = (term) => {
        said.set(term, (said.get(term) ?? 0) + 1);
        order.push(term);
      };
      analyze(text2, addSaid);
      const others2 = [questionsOf(text2), speaker, date, label].map((one, index) => {
        const terms = one === "" ? [] : termsOf(one);
        for (const term of terms) {
          const counts = parts3.get(term) ?? [said.get(term) ?? 0, 0, 0, 0, 0];
          counts[index + 1] = counts[index + 1] + 1;
          parts3.set(term, counts);
        }
        return terms.length;
      });
      return {
        ...{ lengths: [order.length, ...others2], said, parts: parts3 },
        ...{ bits: voice === "" ? void 0 : partsOfTerms(order), voice: numberOfVoice(voice) }
      };
    }
  };
}

// packages/ranker-bm25/src/stores/strength-group.ts
function strengthGroup(ids, chunks) {
  let [count2, terms] = [0, 0];
  for (const { texts: texts2 } of chunks) {
    for (const [place, id2] of texts2.ids.entries()) {
      if (id2 < 0) continue;
      count2++;
      terms += texts2.lengths[place * partNames.length];
    }
  }
  return { ids, extent: { count: count2, terms }, holdersOf: (term) => chunks.flatMap((chunk2) => holdersIn(chunk2, term)) };
}
function holdersIn({ texts: texts2, word }, term) {
  const postings = word(term);
  if (postings === void 0) return [];
  const around = new Map(Array.from(postings.known, (index, i) => [index, postings.around[i] / unit]));
  return Array.from(postings.places, (place, i) => ({
    id: texts2.ids[place],
    length: texts2.lengths[place * partNames.length],
    said: postings.said[i],
    around: around.get(i) ?? 0
  }));
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
  const addTo = (chunk2, texts2) => {
    const words2 = /* @__PURE__ */ new Map();
    let [postings, end] = [0, 0];
    for (; end < texts2.length; end++) {
      if (chunk2.places + end >= mostPlaces || chunk2.postings + postings >= mostPostings) break;
      const { id: id2, counted } = texts2[end];
      postings += addPostings(words2, chunk2.places + end, counted);
      remember.run(number, id2, chunk2.id);
    }
    for (const term of [...words2.keys()].sort()) addWords.run(chunk2.id, term, Uint8Array.from(words2.get(term) ?? []));
    const records = texts2.slice(0, end).map(({ counted, ...text2 }) => ({ ...text2, lengths: counted.lengths }));
    grow.run(end, postings, textBytes(records), chunk2.id);
    return texts2.slice(end);
  };
  return (owner, texts2) => {
    for (let left2 = texts2; left2.length > 0; ) {
      const known2 = last.get(owner, number);
      const isFull = known2 === void 0 || known2.places >= mostPlaces || known2.postings >= mostPostings;
      left2 = addTo(isFull ? start.get(owner, number) : known2, left2);
    }
  };
}

// packages/provider-sqlite/src/search/chunk-rows.ts
function createChunkRows(db) {
  const get = db.prepare("SELECT id, texts FROM word_chunks WHERE id = ?");
  const postings = db.prepare("SELECT postings FROM words WHERE chunk = ? AND term = ?");
  const terms = db.prepare("SELECT json_group_array(term) AS terms FROM words WHERE chunk = ?");
  const setPostings = db.prepare("UPDATE words SET postings = ? WHERE chunk = ? AND term = ?");
  const removeTerm = db.prepare("DELETE FROM words WHERE chunk = ? AND term = ?");
  const setTexts = db.prepare("UPDATE word_chunks SET texts = ?, version = version + 1 WHERE id = ?");
  const setPlaces = db.prepare("UPDATE word_chunks SET places = ? WHERE id = ?");
  const remove = db.prepare("DELETE FROM word_chunks WHERE id = ?");
  const rows2 = {
    get: (chunk2) => get.get(chunk2),
    postings: (chunk2, term) => postings.get(chunk2, term)?.postings,
    terms: (chunk2) => JSON.parse(terms.get(chunk2).terms),
    setPostings: (chunk2, term, bytes) => {
      if (bytes.length === 0) removeTerm.run(chunk2, term);
      else setPostings.run(bytes, chunk2, term);
    },
    setTexts: (chunk2, bytes) => setTexts.run(bytes, chunk2),
    compact: (chunk2) => {
      const { texts: texts2 } = rows2.get(chunk2);
      const records = withoutTexts(readTexts(texts2), () => false);
      const places2 = /* @__PURE__ */ new Map();
      const kept3 = [];
      for (const [place, record] of records.entries()) {
        if (record.id < 0) continue;
        places2.set(place, kept3.length);
        kept3.push(record);
      }
      for (const term of rows2.terms(chunk2)) {
        const bytes = rows2.postings(chunk2, term);
        rows2.setPostings(
          chunk2,
          term,
          movedPostings(bytes, (place) => places2.get(place))
        );
      }
      rows2.setTexts(chunk2, textBytes(kept3));
      setPlaces.run(kept3.length, chunk2);
    },
    remove: (chunk2) => remove.run(chunk2)
  };
  return rows2;
}

// packages/provider-sqlite/src/search/word-index.ts
var leastUse = 0.5;
var leastPlaces = 64;
function createWordIndex(db, kind) {
  const number = kindNumbers[kind];
  const rows2 = createChunkRows(db);
  const chunkOf = db.prepare("SELECT chunk FROM indexed_texts WHERE kind = ? AND id = ?");
  const forget = db.prepare("DELETE FROM indexed_texts WHERE kind = ? AND id = ?");
  const removeWords = (chunk2, places2, terms) => {
    let removed = partNames.map(() => 0);
    for (const term of terms) {
      const before = rows2.postings(chunk2, term);
      const after = before && withoutPlaces(before, places2);
      if (after === void 0) continue;
      rows2.setPostings(chunk2, term, after.bytes);
      removed = removed.map((sum, part) => sum + after.removed[part]);
    }
    return removed;
  };
  const removeFrom = (chunk2, ids, terms) => {
    const texts2 = readTexts(chunk2.texts);
    const places2 = new Set(texts2.ids.flatMap((id2, place) => ids.has(id2) ? [place] : []));
    const left2 = texts2.ids.filter((id2) => id2 >= 0).length - places2.size;
    if (left2 === 0) {
      rows2.remove(chunk2.id);
      return;
    }
    const expected = partNames.map(
      (_, part) => [...places2].reduce((sum, place) => sum + texts2.lengths[place * partNames.length + part], 0)
    );
    const removed = terms && removeWords(chunk2.id, places2, terms);
    if (!removed?.every((count2, part) => count2 === expected[part])) removeWords(chunk2.id, places2, rows2.terms(chunk2.id));
    const records = withoutTexts(texts2, (id2) => ids.has(id2));
    rows2.setTexts(chunk2.id, textBytes(records));
    if (records.length >= leastPlaces && left2 < records.length * leastUse) rows2.compact(chunk2.id);
  };
  return {
    add: createAddTexts(db, kind),
    remove: (ids, terms) => {
      const chunks = /* @__PURE__ */ new Map();
      for (const id2 of ids) {
        const found = chunkOf.get(number, id2);
        if (found === void 0) continue;
        const own2 = chunks.get(found.chunk) ?? /* @__PURE__ */ new Set();
        chunks.set(found.chunk, own2.add(id2));
        forget.run(number, id2);
      }
      const known2 = terms && [...terms];
      for (const [chunk2, own2] of chunks) removeFrom(rows2.get(chunk2), own2, known2);
    }
  };
}

// packages/provider-sqlite/src/blocks/block-words.ts
function createBlockWords(db) {
  const index = createWordIndex(db, "block");
  return {
    add: (block) => index.add(block.owner, [indexedBlock(block)]),
    renew: (before, after) => {
      index.remove([before.id], wordsOf(indexedBlock(before).counted));
      index.add(after.owner, [indexedBlock(after)]);
    },
    remove: index.remove
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
  const shared2 = `
    SELECT ${blockColumns}, v.meta, s.permission, s.write, o.tenant, o.user, o.agent FROM owners g
      JOIN block_shares s ON s.grantee = g.id JOIN blocks b ON b.id = s.block
      JOIN block_values v ON v.block = b.id JOIN owners o ON o.id = b.owner
    WHERE g.tenant = ? AND g.user = ? AND g.agent = ?`;
  const got = db.prepare(shared2);
  const byLabel = db.prepare(`${shared2} AND o.tenant = ? AND o.user = ? AND o.agent = ? AND b.label = ?`);
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
function blockKey(scope, id2) {
  return { id: id2, owner: ownerOf(scope), sort: sortKey(checkId("id", id2)) };
}
function mustFind({ rows: rows2 }, { id: id2, owner, sort }) {
  const row = rows2.find(owner, sort);
  if (!row) throw blockMissing(id2);
  return row;
}
function mustBeReached(upTo, { revision }) {
  if (upTo > revision) throw invalid4("upTo", `is ${upTo}, and the block is at revision ${revision}`);
}

// packages/provider-sqlite/src/blocks/append.ts
function createAppend(parts3) {
  const { access, bytes } = parts3;
  return async (scope, id2, update, options2) => {
    const key = blockKey(scope, id2);
    const added2 = checkBytes("update", update);
    const change = checkChange(options2);
    return access.write(() => bytes.append(mustFind(parts3, key), added2, change));
  };
}

// packages/provider-sqlite/src/blocks/find-share.ts
function findShare({ owners, rows: rows2, shares }, scope, owner, id2) {
  const row = rows2.find(owner, sortKey(id2));
  const grantee = row && owners.find(scope);
  const share = row && grantee !== void 0 ? shares.find(row.id, grantee) : void 0;
  return row && share && { row, share };
}

// packages/provider-sqlite/src/blocks/append-shared.ts
function createAppendShared(parts3) {
  const { access, bytes } = parts3;
  return async (scope, owner, id2, update, options2 = {}) => {
    const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId("id", id2)];
    const added2 = checkBytes("update", update);
    const change = checkChange(options2);
    const { permission } = options2;
    return access.write(() => {
      const found = findShare(parts3, to, from, checked);
      const isMeant = permission === void 0 || permission === found?.share.permission;
      if (found?.share.write !== 1 || !isMeant) throw notShared(id2);
      return bytes.append(found.row, added2, change);
    });
  };
}

// packages/provider-sqlite/src/blocks/change.ts
function createChange(parts3) {
  const { access, rows: rows2, words: words2 } = parts3;
  return async (scope, id2, change, options2) => {
    const { owner, sort } = blockKey(scope, id2);
    const checked = checkBlockChange(change);
    const { expectedRevision, at: at3 } = checkChange(options2);
    return access.write(() => {
      const before = rows2.findFull(owner, sort);
      if (!before) throw blockMissing(id2);
      mustBeAt(id2, before, expectedRevision);
      const { label = before.label, kind = before.kind, meta = before.meta } = checked;
      if (label === before.label && kind === before.kind && meta === before.meta) return storedBlock(before);
      const there2 = label === before.label ? void 0 : rows2.byLabel(owner, label);
      if (there2) throw blockExists({ id: there2.name, label: there2.label });
      const time = toKept(at3);
      const after = {
        ...before,
        ...{ label, kind, meta, revision: before.revision + 1 },
        created_at: before.created_at ?? time,
        updated_at: time ?? before.updated_at
      };
      rows2.rename(after);
      if (label !== before.label) words2.renew(before, after);
      return storedBlock(after);
    });
  };
}

// packages/provider-sqlite/src/blocks/compact.ts
function createCompact(parts3) {
  const { access, rows: rows2, bytes } = parts3;
  return async (scope, id2, snapshot, upTo) => {
    const key = blockKey(scope, id2);
    const [made, reached] = [checkBytes("snapshot", snapshot), checkUpTo(upTo)];
    return access.write(() => {
      const row = mustFind(parts3, key);
      mustBeReached(reached, row);
      if (reached >= row.snapshot_revision) bytes.setSnapshot(row.id, made, reached);
      return blockInfo(rows2.findFull(key.owner, key.sort));
    });
  };
}

// packages/provider-sqlite/src/blocks/create.ts
function createCreate(parts3) {
  const { access, owners, rows: rows2, bytes, words: words2, vectors } = parts3;
  return async (scope, block, options2) => {
    const owner = ownerOf(scope);
    const { id: id2, label, kind, meta, text: text2, snapshot } = checkBlock(block);
    const { at: at3 } = checkChange(options2);
    const sort = sortKey(id2);
    const { stored, item } = await access.write(() => {
      const there2 = rows2.findFull(owner, sort) ?? rows2.byLabel(owner, label);
      if (there2) throw blockExists({ id: there2.name, label: there2.label });
      const number = owners.make(owner);
      const named = { owner: number, sort, name: id2, label, kind, meta, text: text2 ?? "" };
      const textRevision = text2 === void 0 ? 0 : 1;
      const key = rows2.add({ ...named, textRevision, at: toKept(at3) });
      words2.add({ ...named, id: key });
      if (snapshot !== void 0) bytes.setSnapshot(key, snapshot, 1);
      return {
        stored: storedBlock(rows2.findFull(owner, sort)),
        item: { id: key, owner: number, text: named.text }
      };
    });
    if (text2 !== void 0) await vectors?.give(item);
    return stored;
  };
}

// packages/provider-sqlite/src/blocks/remove-block.ts
function removeBlock({ rows: rows2, words: words2, shares, owners, purge }, row) {
  words2.remove([row.id]);
  const grantees = shares.granteesOf(row.id);
  rows2.remove(row.id);
  owners.forget(grantees);
  purge.mark();
}

// packages/provider-sqlite/src/blocks/delete.ts
function createDelete(parts3) {
  const { access, purge, rows: rows2 } = parts3;
  return async (scope, id2, options2) => {
    const { owner, sort } = blockKey(scope, id2);
    const { expectedRevision } = checkChange(options2);
    const found = await access.write(() => {
      const row = rows2.find(owner, sort);
      mustBeAt(id2, row, expectedRevision);
      if (row) removeBlock(parts3, row);
      return row !== void 0;
    });
    await purge.run();
    return found;
  };
}

// packages/provider-sqlite/src/blocks/erase.ts
function createErase(parts3) {
  const { access, purge, owners, rows: rows2, shares } = parts3;
  return async (scope) => {
    const owner = ownerOf(scope);
    const erased = await access.write(() => {
      const ids = owners.within(owner);
      const all2 = ids.flatMap((id2) => rows2.allOf(id2));
      shares.removeOf(ids);
      for (const row of all2) removeBlock(parts3, row);
      if (owners.forget(ids)) purge.mark();
      return all2.length;
    });
    await purge.run();
    return erased;
  };
}

// packages/provider-sqlite/src/blocks/find.ts
function createFind({ access, rows: rows2 }) {
  return async (scope, label) => {
    const owner = ownerOf(scope);
    const checked = checkId("label", label);
    const row = await access.read(() => rows2.byLabel(owner, checked));
    return row && blockInfo(row);
  };
}

// packages/provider-sqlite/src/blocks/find-shared.ts
function createFindShared({ access, shares }) {
  return async (scope, owner, label) => {
    const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId("label", label)];
    const row = await access.read(() => shares.byLabel(to, from, checked));
    return row && sharedBlock(row);
  };
}

// packages/provider-sqlite/src/blocks/get.ts
function createGet({ access, rows: rows2 }) {
  return async (scope, id2) => {
    const { owner, sort } = blockKey(scope, id2);
    const row = await access.read(() => rows2.findFull(owner, sort));
    return row && storedBlock(row);
  };
}

// packages/provider-sqlite/src/blocks/list.ts
var step2 = 500;
function createList(parts3) {
  const { access, rows: rows2 } = parts3;
  return async (scope, request) => {
    const owner = ownerOf(scope);
    const { after, limit: limit2, isMeant } = checkBlockList(request);
    return access.read(() => {
      const found = [];
      for (let behind = sortKey(after ?? ""); ; ) {
        const part = rows2.list(owner, behind, Math.min(step2, limit2 + 1));
        for (const row of part) {
          const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row;
          if (!isMeant({ kind, label, contentRevision, textRevision })) continue;
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
  return async (scope) => {
    const owner = ownerOf(scope);
    const all2 = [...await access.read(() => shares.gotBy(owner))];
    return all2.sort((a, b2) => compareOwners(a, b2) || (a.name < b2.name ? -1 : 1)).map(sharedBlock);
  };
}

// packages/provider-sqlite/src/blocks/read.ts
function createRead({ access, rows: rows2, bytes }) {
  return async (scope, id2, since) => {
    const { owner, sort } = blockKey(scope, id2);
    const seen = checkSince(since);
    return access.read(() => {
      const row = rows2.find(owner, sort);
      return row && bytes.read(row, seen);
    });
  };
}

// packages/provider-sqlite/src/blocks/read-shared.ts
function createReadShared(parts3) {
  const { access, bytes } = parts3;
  return async (scope, owner, id2, since) => {
    const [to, from] = [ownerOf(scope), ownerOf(owner)];
    const [checked, seen] = [checkId("id", id2), checkSince(since)];
    return access.read(() => {
      const found = findShare(parts3, to, from, checked);
      return found && bytes.read(found.row, seen);
    });
  };
}

// packages/provider-sqlite/src/blocks/set-text.ts
function createSetText(parts3) {
  const { access, rows: rows2, words: words2, vectors } = parts3;
  return async (scope, id2, text2, upTo) => {
    const key = blockKey(scope, id2);
    const [checked, reached] = [checkRendered("text", text2), checkUpTo(upTo)];
    const { info, item } = await access.write(
      () => {
        const before = rows2.findFull(key.owner, key.sort);
        if (!before) throw blockMissing(id2);
        mustBeReached(reached, before);
        if (reached < before.text_revision) return { info: blockInfo(before), item: void 0 };
        const after = { ...before, text: checked, text_revision: reached };
        const isNew = checked !== before.text;
        if (isNew) {
          words2.renew(before, after);
          rows2.forgetVectors(before.id);
        }
        rows2.setText(before.id, checked, reached);
        const { id: number, owner } = before;
        return { info: blockInfo(after), item: isNew ? { id: number, owner, text: checked } : void 0 };
      }
    );
    if (item) await vectors?.give(item);
    return info;
  };
}

// packages/provider-sqlite/src/blocks/share.ts
function createShare({ access, owners, rows: rows2, shares }) {
  return async (scope, id2, grantee, options2) => {
    const sort = sortKey(checkId("id", id2));
    const { owner, grantee: other, permission, write } = checkShare(scope, grantee, options2);
    await access.write(() => {
      const row = rows2.find(owner, sort);
      if (!row) throw blockMissing(id2);
      shares.put(row.id, owners.make(other), permission, write);
    });
    return { scope: scopeOf(other), permission, write };
  };
}

// packages/provider-sqlite/src/blocks/shares.ts
function createShares({ access, rows: rows2, shares }) {
  return async (scope, id2) => {
    const [owner, sort] = [ownerOf(scope), sortKey(checkId("id", id2))];
    const all2 = await access.read(() => {
      const row = rows2.find(owner, sort);
      return row === void 0 ? [] : [...shares.givenOf(row.id)];
    });
    return all2.sort(compareOwners).map(({ permission, write, ...grantee }) => ({ scope: scopeOf(grantee), permission, write: write === 1 }));
  };
}

// packages/provider-sqlite/src/blocks/unshare.ts
function createUnshare({ access, purge, owners, rows: rows2, shares }) {
  return async (scope, id2, grantee) => {
    const [owner, other, sort] = [ownerOf(scope), ownerOf(grantee), sortKey(checkId("id", id2))];
    const found = await access.write(() => {
      const row = rows2.find(owner, sort);
      const number = owners.find(other);
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
  const parts3 = createBlockParts(access, purge, vectors);
  return {
    spec: 1,
    create: createCreate(parts3),
    append: createAppend(parts3),
    change: createChange(parts3),
    compact: createCompact(parts3),
    setText: createSetText(parts3),
    read: createRead(parts3),
    get: createGet(parts3),
    find: createFind(parts3),
    list: createList(parts3),
    delete: createDelete(parts3),
    search: async (scope, request) => search(ownerOf(scope), request),
    erase: createErase(parts3),
    share: createShare(parts3),
    unshare: createUnshare(parts3),
    shares: createShares(parts3),
    listShared: createListShared(parts3),
    findShared: createFindShared(parts3),
    readShared: createReadShared(parts3),
    appendShared: createAppendShared(parts3),
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
var nothing2 = { found: [], indexed: { of: 0, done: 0 } };
function createSearch(access, owners, { score, load: load2, highestFactor }, vectors, weight, tell) {
  const terms = storeTerms();
  return async (owner, request, meant) => {
    throwIfAborted(request.signal, "The search");
    const asked = terms.asked(request.query);
    const found = await access.read(() => owners.find(owner));
    if (found === void 0) return nothing2;
    if (asked.length === 0) return { found: [], indexed: await access.read(() => meant.indexed(found)) };
    const question = await questionVector(vectors, found, request, (what) => tell(notice("EMBEDDING_FAILED", what)));
    return access.read(() => {
      const id2 = owners.find(owner);
      if (id2 === void 0) return nothing2;
      const steps = rankTexts(request, {
        words: () => score(id2, asked),
        likeness: question && (vectors?.likeness(id2, question) ?? /* @__PURE__ */ new Map()),
        isMeant: meant.numbers?.(),
        isItemMeant: meant.item,
        ...{ highestFactor: highestFactor?.(id2) ?? 1, weight, termsOf: terms.of }
      });
      return { found: runSteps(steps, load2), indexed: meant.indexed(id2) };
    });
  };
}

// packages/provider-sqlite/src/search/search-rows.ts
function createSearchRows(access, vectors, { vectorWeight, conversation, tell }, { words: words2, byIds, read, dateOf, meant, importanceOf = () => void 0, hasImportance }) {
  const { db } = access;
  const search = createSearch(
    access,
    createOwners(db),
    {
      score: words2.score,
      load: (ids) => new Map(
        byIds(ids).flatMap((row) => {
          const stored = read(row);
          if (stored === void 0) return [];
          const factor = importanceIn(importanceOf(stored), conversation);
          return [[row.id, { date: dateOf(stored), text: stored.text, factor, item: () => stored }]];
        })
      ),
      highestFactor: (owner) => hasImportance?.(owner) ? importanceIn(10, conversation) : 1
    },
    vectors,
    vectorWeight,
    tell
  );
  return async (owner, request) => {
    const checked = checkSearch(request, vectors ? ["keyword", "vector", "hybrid"] : ["keyword"]);
    const isMeant = meant(request.filter);
    const indexed2 = (id2) => {
      const { indexed: of } = words2.sizes(id2);
      return { of, done: of };
    };
    return search(owner, checked, { item: (found) => isMeant(found.item()), indexed: indexed2 });
  };
}

// packages/provider-sqlite/src/blocks/search-blocks.ts
function createSearchBlocks(access, words2, vectors, settings) {
  const { byIds } = createBlockRows(access.db);
  return createSearchRows(access, vectors, settings, {
    words: words2,
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
  const one = access.db.prepare("SELECT text FROM block_values WHERE block = ?");
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind),
    textOf: (id2) => one.get(id2)?.text
  };
}

// packages/provider-sqlite/src/blocks/search-shared.ts
function createSearchShared(access, words2, vectors, { vectorWeight, tell }) {
  const { db } = access;
  const owners = createOwners(db);
  const rows2 = createBlockRows(db);
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
        return words2.scoreSome(of, new Set(all2.map(({ block }) => block)), asked);
      },
      load: (ids) => new Map(
        rows2.byIds(ids).flatMap((row) => {
          const block = readableBlock(row);
          const found = block && { date: blockDate(block.updatedAt), text: block.text, item: () => block };
          return found ? [[row.id, found]] : [];
        })
      )
    },
    vectors && sharedVectors(access, vectors),
    vectorWeight,
    tell
  );
  const countOf = (grantee) => {
    const of = sharedBlocks.all(grantee).length;
    return { of, done: of };
  };
  const sharesWith = (scope) => {
    const grantee = owners.find(scope);
    const all2 = grantee === void 0 ? [] : shares.all(grantee);
    return new Map(all2.map((share) => [share.block, share]));
  };
  return async (scope, request) => {
    const grantee = ownerOf(scope);
    const checked = checkSearch(request, vectors ? ["keyword", "vector", "hybrid"] : ["keyword"]);
    const isMeant = blockFilter(request.filter);
    const { found, indexed: indexed2 } = await search(grantee, checked, {
      item: (one) => isMeant(one.item()),
      indexed: countOf
    });
    const known2 = await access.read(() => sharesWith(grantee));
    const hits = found.flatMap(({ id: id2, hit: { item: block, score, by } }) => {
      const share = known2.get(id2);
      if (share === void 0) return [];
      const { permission, write, ...owner } = share;
      return [{ item: { owner: scopeOf(owner), block, permission, write: write === 1 }, score, by }];
    });
    return { hits, indexed: indexed2 };
  };
}
function sharedVectors({ db, read }, vectors) {
  const shared2 = db.prepare(
    "SELECT s.block, b.owner FROM block_shares s JOIN blocks b ON b.id = s.block WHERE s.grantee = ?"
  );
  const byOwner = (grantee) => {
    const blocks = /* @__PURE__ */ new Map();
    for (const { block, owner } of shared2.all(grantee)) {
      const known2 = blocks.get(owner);
      if (known2) known2.push(block);
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
  if (sqlite2 === "SQLITE_FULL") {
    const fix = "Free disk space, or raise max_page_count, then retry: nothing was changed.";
    return sqliteError("STORE_FULL", `The database cannot grow: ${message}.`, fix, { reason: sqlite2 }, error);
  }
  if (sqlite2 === "" && isClosed(error, db)) {
    return sqliteError("DATABASE_CLOSED", "The database has been closed.", "Use the stores before close().", {}, error);
  }
  return sqliteError(
    "DATABASE_FAILED",
    `SQLite failed: ${message}.`,
    "Check the path and its permissions; a database that you opened must not be in a transaction.",
    { sqlite: sqlite2 },
    error
  );
}

// packages/provider-sqlite/src/database/access.ts
var longestPause = 20;
function createAccess(db, patience, checks4) {
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
      checks4?.transaction();
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      rollBack(db);
      throw error;
    }
  };
  const attempt = async (work) => {
    while (waiting !== void 0) await waiting;
    try {
      checks4?.call();
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

// packages/provider-sqlite/src/database/lazy-statements.ts
function withLazyStatements(db) {
  return { exec: (sql) => db.exec(sql), prepare: (sql) => new LazyStatement(db, sql), close: () => db.close() };
}
var LazyStatement = class {
  #db;
  #sql;
  #prepared;
  constructor(db, sql) {
    this.#db = db;
    this.#sql = sql;
  }
  run(...values) {
    return this.#statement().run(...values);
  }
  get(...values) {
    return this.#statement().get(...values);
  }
  all(...values) {
    return this.#statement().all(...values);
  }
  #statement() {
    this.#prepared ??= this.#db.prepare(this.#sql);
    return this.#prepared;
  }
};

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
  `,
  // Also finds the name in other texts, which only costs time.
  `
  CREATE INDEX entries_important ON entries (owner) WHERE instr(json, '"importance":') > 0;
  `,
  // The index knows voices and the parts of long texts.
  ""
];
var indexVersion = 9;

// packages/provider-sqlite/src/memory/indexed-entry.ts
import { createHash as createHash2 } from "node:crypto";
function indexedEntry(id2, entry) {
  const { session } = entry;
  return { id: id2, group: session === void 0 ? 0 : groupOf(session), counted: storeTerms().count(memoryText(entry)) };
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
  for (const { kind, sql, index } of sources) {
    const { add } = createWordIndex(db, kind);
    const read = db.prepare(sql);
    for (let behind = 0; behind !== void 0; ) {
      const rows2 = read.all(behind);
      const owners = /* @__PURE__ */ new Map();
      for (const row of rows2) {
        const own2 = owners.get(row.owner) ?? [];
        owners.set(row.owner, own2);
        own2.push(index(row));
      }
      for (const [owner, texts2] of owners) add(owner, texts2);
      behind = rows2.at(-1)?.id;
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
  const { id: id2, version: version2, things } = standOf(db);
  if (id2 === 0 && version2 === 0 && things === 0) return true;
  if (id2 !== applicationId) {
    throw sqliteError(
      "DATABASE_FOREIGN",
      "The database has tables of another program.",
      "Use a separate file for Lamella.",
      { applicationId: id2, version: version2 }
    );
  }
  mustBeKnown(version2, versions2.length);
  return version2 < versions2.length;
}
function mustBeKnown(version2, known2) {
  if (version2 <= known2) return;
  throw sqliteError(
    "DATABASE_NEWER",
    `The database has version ${version2}; this package supports up to ${known2}.`,
    "Use the @lamella/provider-sqlite that wrote it, or a later version. Databases cannot be downgraded.",
    { version: version2, known: known2 }
  );
}
function migrate(db, versions2) {
  if (!mustMigrate(db, versions2)) return;
  const { version: version2 } = standOf(db);
  for (const sql of versions2.slice(version2)) db.exec(sql);
  if (version2 < indexVersion && versions2.length >= indexVersion) fillIndexes(db);
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${versions2.length}`);
}

// packages/provider-sqlite/src/database/connect.ts
var asleep = 5;
async function connect(db, synchronous, patience) {
  const version2 = db.prepare("PRAGMA user_version");
  const access = createAccess(db, patience, {
    call: createFileCheck(db),
    // Another process may use a newer version of this package and change the tables while this one has them open.
    transaction: () => mustBeKnown(version2.get().user_version, versions.length)
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
  return { ...access, db: withLazyStatements(db) };
}

// packages/provider-sqlite/src/database/maintenance/backup.ts
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
function createBackup(access, partials) {
  const copy2 = access.db.prepare("VACUUM INTO ?");
  return async (given) => {
    if (typeof given !== "string" || given === "") throw invalid4("path", "is not a file path");
    const path = resolve(given);
    if (existsSync(path)) throw backupExists(given);
    await partials.sweep();
    const partial = await partials.begin(path);
    try {
      await rm(partial, { force: true });
      await createPrivate(partial);
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
async function createPrivate(path) {
  const file = await open(path, "wx", 384);
  await file.close();
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
  const rows2 = createChunkRows(db);
  const next = db.prepare("SELECT id, kind, places, texts FROM word_chunks WHERE id > ? ORDER BY id LIMIT 1");
  const listed = db.prepare(
    "SELECT json_group_array(id) AS ids FROM (SELECT id FROM indexed_texts WHERE chunk = ? AND kind = ? ORDER BY id)"
  );
  const sumsOf = (chunk2, size) => {
    const sums = new Float64Array(size);
    for (const term of rows2.terms(chunk2)) {
      const { places: places2, said, asked, speaker, date, label } = readPostings(rows2.postings(chunk2, term));
      for (const [i, place] of places2.entries()) {
        for (const [part, list2] of [said, asked, speaker, date, label].entries()) {
          const at3 = place * partNames.length + part;
          sums[at3] = (sums[at3] ?? Number.NaN) + list2[i];
        }
      }
    }
    return sums;
  };
  return (behind) => {
    const row = next.get(behind);
    if (row === void 0) return { last: void 0, problem: void 0 };
    const { ids, lengths } = readTexts(row.texts);
    const sums = sumsOf(row.id, lengths.length);
    const own2 = ids.filter((id2) => id2 >= 0).sort((a, b2) => a - b2);
    const { ids: wanted } = listed.get(row.id, row.kind);
    const isRight = ids.length === row.places && lengths.every((length, at3) => sums[at3] === length) && wanted === JSON.stringify(own2);
    return {
      last: row.id,
      problem: isRight ? void 0 : "The word index of an owner does not match the lengths of its texts."
    };
  };
}

// packages/provider-sqlite/src/sessions/keys.ts
var room3 = 1e8;
var most5 = Math.floor(Number.MAX_SAFE_INTEGER / room3) - 1;
function keyOf(session, position) {
  return session * room3 + position;
}
function placeOf2(key) {
  const session = Math.floor(key / room3);
  return { session, position: key - session * room3 };
}
function keysOf(session) {
  return { first: keyOf(session, 0), behind: keyOf(session + 1, 0) };
}
function mustHaveRoom(session, length) {
  if (length > room3) throw invalid4("messages", `are more than the ${room3} that the session has room for`);
  if (session > most5) throw invalid4("session", `is one more than the limit of ${most5} for a database`);
}

// packages/provider-sqlite/src/sessions/append-texts.ts
function createAppendTexts(db, owners, heads, operations, next) {
  const make = db.prepare("INSERT INTO sessions (owner, sort, name, created_at) VALUES (?, ?, ?, ?) RETURNING id");
  const insert = db.prepare(
    "INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const dated = db.prepare("UPDATE sessions SET created_at = ? WHERE id = ?");
  const behind = db.prepare("UPDATE sessions SET waiting = 1 WHERE id = ?");
  const texts2 = db.prepare("SELECT json FROM messages WHERE key >= ? AND key < ? ORDER BY key");
  const repeated = (head, name, wanted) => {
    const done = operations.find(head.id, name);
    if (done === void 0) return void 0;
    const { kind, revision, start, length } = done;
    const isSame = kind === "append" && length - start === wanted.length && texts2.all(keyOf(head.id, start), keyOf(head.id, length)).every(
      ({ json: json2 }, index) => json2 === wanted[index]
    );
    if (!isSame) throw anotherChange();
    return { revision, start, length, repeated: true };
  };
  return (session, added2, { expectedRevision, operation, times }) => {
    const { owner, name, sort } = session;
    const head = heads.stand(owner, sort);
    const done = head && operation !== void 0 ? repeated(head, operation, added2) : void 0;
    if (done) return done;
    mustBeAt2(head, name, expectedRevision);
    const start = head?.length ?? 0;
    if (added2.length === 0) return { revision: head?.revision ?? 0, start, length: start, repeated: false };
    const revision = (head?.revision ?? 0) + 1;
    const length = start + added2.length;
    const first = toKept(times.find((time) => time !== void 0));
    const id2 = head?.id ?? make.get(owners.make(owner), sort, name, first).id;
    mustHaveRoom(id2, length);
    if (head && head.createdAt === null && first !== null) dated.run(first, id2);
    if (head?.waiting !== 1) behind.run(id2);
    let changed = head?.changedAt ?? null;
    let key = keyOf(id2, start);
    let size = head?.size ?? 0;
    for (const [index, text2] of added2.entries()) {
      const time = toKept(times[index]);
      changed = time ?? changed;
      insert.run(key++, revision, size, text2.length, time, changed, text2);
      size += text2.length;
    }
    if (operation !== void 0) operations.add(id2, { name: operation, kind: "append", revision, start, length });
    next.learn(session, { id: id2, revision, length, size, changed, isDated: (head?.createdAt ?? first) !== null });
    return { revision, start, length, repeated: false };
  };
}
function mustBeAt2(head, name, expected) {
  const actual = head?.revision ?? 0;
  if (expected !== void 0 && expected !== actual) throw sessionConflict(name, expected, actual);
}
function anotherChange() {
  return invalid4("options.operation", "is the name of another change of this session");
}

// packages/provider-sqlite/src/sessions/compaction-rows.ts
function createCompactionRows(db, operations) {
  const insert = db.prepare(
    "INSERT INTO compactions (session, revision, first, behind, text, at, native) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const changed = db.prepare("UPDATE sessions SET changed_revision = ?, changed_at = ? WHERE id = ?");
  const dated = db.prepare("UPDATE sessions SET created_at = ? WHERE id = ? AND created_at IS NULL");
  const list2 = db.prepare(
    "SELECT revision, first, behind, text, at, native FROM compactions WHERE session = ? ORDER BY revision, id"
  );
  const copy2 = db.prepare(`
    INSERT INTO compactions (session, revision, first, behind, text, at, native)
    SELECT ?, 1, first, behind, text, at, native FROM compactions WHERE session = ? AND behind <= ? ORDER BY revision, id
  `);
  const rows2 = (session) => list2.all(session);
  const all2 = (session) => rows2(session).flatMap((row) => compactionOf2(row) ?? []);
  const restore = (session, { revision, start, end, text: text2, at: at3, native }) => {
    const json2 = native === void 0 ? null : JSON.stringify(native);
    insert.run(session, revision, start, end, text2, toKept(at3), json2);
  };
  const repeated = (head, name, wanted) => {
    const done = operations.find(head.id, name);
    if (done === void 0) return void 0;
    const first = all2(head.id).find(({ revision }) => revision === done.revision);
    if (done.kind !== "compact" || first === void 0 || !sameCompaction(first, wanted)) throw anotherChange();
    return first;
  };
  return {
    add: (head, compaction, { expectedRevision, operation, at: at3 }) => {
      const done = operation === void 0 ? void 0 : repeated(head, operation, compaction);
      if (done) return done;
      mustBeAt2(head, head.name, expectedRevision);
      const revision = head.revision + 1;
      const added2 = at3 === void 0 ? { ...compaction, revision } : { ...compaction, revision, at: at3 };
      restore(head.id, added2);
      const time = toKept(at3);
      changed.run(revision, time ?? head.changedAt, head.id);
      if (time !== null) dated.run(time, head.id);
      if (operation !== void 0) {
        const { length } = head;
        operations.add(head.id, { name: operation, kind: "compact", revision, start: length, length });
      }
      return added2;
    },
    restore,
    list: all2,
    isDamaged: (session) => rows2(session).some((row) => compactionOf2(row) === void 0),
    copy: (from, into, before) => copy2.run(into, from, before)
  };
}
function compactionOf2({ first, behind, text: text2, revision, at: at3, native }) {
  const own2 = native === null ? void 0 : nativeOf(native);
  if (native !== null && own2 === void 0) return void 0;
  return {
    start: first,
    end: behind,
    text: text2,
    ...own2 !== void 0 && { native: own2 },
    revision,
    ...at3 !== null && { at: fromKept(at3) }
  };
}
function nativeOf(json2) {
  try {
    const native = checkNative("native", JSON.parse(json2));
    return JSON.stringify(native) === json2 ? native : void 0;
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
  const add = db.prepare(`INSERT INTO operations (session, ${columns2}) VALUES (?, ?, ?, ?, ?, ?)`);
  const list2 = db.prepare(`SELECT ${columns2} FROM operations WHERE session = ? ORDER BY revision`);
  return {
    find: (session, name) => find.get(session, name),
    add: (session, { name, kind, revision, start, length }) => add.run(session, name, kind, revision, start, length),
    list: (session) => list2.all(session)
  };
}

// packages/provider-sqlite/src/sessions/run-rows.ts
function createRunRows(db) {
  const zeros = "zeroblob((SELECT page_size FROM pragma_page_size))";
  const find = db.prepare("SELECT version, json AS text FROM runs WHERE session = ?");
  const versionOf = db.prepare("SELECT version FROM runs WHERE session = ?");
  const version2 = db.prepare(`
    SELECT r.version, r.session AS series FROM sessions s JOIN runs r ON r.session = s.id
    WHERE s.owner = (SELECT id FROM owners WHERE tenant = ? AND user = ? AND agent = ?) AND s.sort = ?
  `);
  const put = db.prepare(`
    INSERT INTO runs (session, version, zeros, json) VALUES (?, ?, ${zeros}, ?)
    ON CONFLICT (session) DO UPDATE SET version = excluded.version, zeros = excluded.zeros, json = excluded.json
  `);
  const copy2 = db.prepare(`
    INSERT INTO runs (session, version, zeros, json) SELECT ?, 1, ${zeros}, json FROM runs WHERE session = ?
  `);
  const rowOf = (session) => find.get(session);
  const versionIn = (session) => versionOf.get(session)?.version;
  return {
    row: rowOf,
    version: ({ tenant, user, agent }, sort) => {
      const row = version2.get(tenant, user, agent, sort);
      return row && { version: row.version, series: String(row.series) };
    },
    versionOf: versionIn,
    find: (session) => {
      const row = rowOf(session);
      const run2 = row && parsed2(row.text);
      return row && run2 && { run: run2, version: row.version };
    },
    put: (session, { version: version3, text: text2 }) => {
      const isReplaced = versionIn(session) !== void 0;
      put.run(session, version3, text2);
      return isReplaced;
    },
    copy: (from, into) => copy2.run(into, from)
  };
}
function parsed2(text2) {
  try {
    const run2 = JSON.parse(text2);
    return isObject(run2) ? run2 : void 0;
  } catch {
    return void 0;
  }
}

// packages/provider-sqlite/src/sessions/verify-session.ts
var step3 = 500;
var maxReported = 20;
function createVerifySession(db, compactions, runs) {
  const read = db.prepare(
    "SELECT key, revision, size_before, size, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?"
  );
  return (head) => {
    const problems = [];
    const find = (code, what) => {
      problems.push(notice(code, what, head.name));
    };
    let [position, size, revision] = [0, 0, 1];
    while (position < head.length) {
      const rows2 = read.all(keyOf(head.id, position), keyOf(head.id, head.length), step3);
      for (const row of rows2) {
        const place = placeOf2(row.key).position;
        if (place !== position) find("SESSION_INCONSISTENT", `Messages ${position} to ${place} are missing.`);
        if (row.size_before !== size && place === position)
          find("SESSION_INCONSISTENT", `Message ${place} has the start size ${row.size_before} instead of ${size}.`);
        if (row.revision < revision)
          find("SESSION_INCONSISTENT", `Message ${place} has an earlier revision than the one before it.`);
        if (row.size !== row.json.length)
          find("SESSION_INCONSISTENT", `The size of message ${place} differs from the recorded one.`);
        if (!isKept(row.json, (value) => messageTexts([value])[0]))
          find("MESSAGE_UNREADABLE", `Message ${place} is not valid message JSON.`);
        position = place + 1;
        size = row.size_before + row.size;
        revision = row.revision;
      }
      if (rows2.length === 0) break;
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
    const run2 = runs.row(head.id);
    if (run2 && !isKept(run2.text, (value) => checkRunChange(value, run2.version).text))
      find("SESSION_INCONSISTENT", "The run differs from what was written. The next writeRun() replaces it.");
    const more = problems.length - maxReported;
    return more <= 0 ? problems : [
      ...problems.slice(0, maxReported),
      notice("SESSION_INCONSISTENT", `There are ${more} more problems.`, head.name)
    ];
  };
}
function isKept(json2, textOf3) {
  try {
    return textOf3(JSON.parse(json2)) === json2;
  } catch {
    return false;
  }
}

// packages/provider-sqlite/src/database/maintenance/check.ts
function indexed(table2, kind) {
  return `SELECT 1 FROM (SELECT id, owner FROM ${table2} EXCEPT
      SELECT t.id, c.owner FROM indexed_texts t JOIN word_chunks c ON c.id = t.chunk AND c.kind = t.kind WHERE t.kind = ${kind})
    UNION ALL SELECT 1 FROM indexed_texts WHERE kind = ${kind} AND id NOT IN (SELECT id FROM ${table2}) LIMIT 1`;
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
  const sessions = db.prepare("SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT 100");
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
    const rows2 = sessions.all(behind);
    return { last: rows2.at(-1)?.id, notices: rows2.flatMap(({ id: id2 }) => verify(heads.byId(id2))) };
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
      const rows2 = await look(() => access.read(() => statement.all()));
      if (rows2?.length) found.push(notice(code, problem));
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
  const fields3 = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields3[0] === "Z" || fields3[0] === "X" ? "ended" : fields3[19] ?? "";
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
      const rows2 = await read(() => list2.all(file));
      for (const { path, pid, started, host, at: at3 } of rows2) {
        const isHere = host === own2.host;
        if (isHere ? await isRunning(pid, started) : Date.now() - at3 < longest3) continue;
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
function createRepair(access, purge, check) {
  const { db } = access;
  const integrity = db.prepare("PRAGMA integrity_check");
  const isWhole = async () => {
    try {
      const rows2 = await access.read(() => integrity.all());
      return rows2.every(({ integrity_check: line }) => line === "ok");
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
    const found = await check();
    const isAny = (code) => found.some((notice2) => notice2.code === code);
    if (!isAny("INDEX_INCONSISTENT") && !isAny("ERASE_PENDING")) return found;
    if (!await isWhole()) return found;
    if (isAny("INDEX_INCONSISTENT")) await access.write(makeAnew);
    await purge.run();
    return check();
  };
}

// packages/provider-sqlite/src/database/open-file.ts
import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
var here = { load: createRequire(import.meta.url), napi: Number(process.versions["napi"] ?? 0) };
function openFile(path, { load: load2, napi } = here) {
  const version2 = installedVersion(load2);
  if (Number.parseInt(version2, 10) >= 13 && napi < 10) {
    throw sqliteError(
      "SQLITE_UNAVAILABLE",
      `better-sqlite3 ${version2} crashes on Node ${process.versions.node}: it needs 22.14 or later.`,
      "Install better-sqlite3@12, or use a later version of Node.",
      { version: version2 }
    );
  }
  const Sqlite = load2("better-sqlite3");
  createPrivate2(path);
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
      { version: version2 },
      error
    );
  }
}
function createPrivate2(path) {
  if (path === "" || path === ":memory:") return;
  try {
    closeSync(openSync(path, "wx", 384));
  } catch {
  }
}
function installedVersion(load2) {
  try {
    const { version: version2 } = load2("better-sqlite3/package.json");
    return version2;
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
  const remove = async (marked) => {
    if (erasure === "rewrite") await access.alone(() => db.exec("VACUUM"));
    await emptyLog();
    await partials.sweep();
    await access.write(() => done.run(marked));
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
    const { marked, purged } = await access.read(state);
    if (purged < marked) await remove(marked);
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
      const { marked, purged } = state();
      return purged < marked;
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

// packages/provider-sqlite/src/memory/entries.ts
var columns = "e.id, e.owner, e.sort, e.revision, e.created_at, e.updated_at, e.json";
function createEntries(db) {
  const owned2 = `SELECT ${columns} FROM owners o JOIN entries e ON e.owner = o.id WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`;
  const find = db.prepare(`${owned2} AND e.sort = ?`);
  const list2 = db.prepare(`${owned2} AND e.sort > ? ORDER BY e.sort LIMIT ?`);
  const byIds = db.prepare(`SELECT ${columns} FROM entries e WHERE e.id IN (SELECT value FROM json_each(?))`);
  const allOf = db.prepare(`SELECT ${columns} FROM entries e WHERE e.owner = ?`);
  const add = db.prepare(`
    INSERT INTO entries (owner, sort, revision, created_at, updated_at, json) VALUES (?, ?, ?, ?, ?, ?)
    RETURNING id
  `);
  const change = db.prepare("UPDATE entries SET revision = ?, created_at = ?, updated_at = ?, json = ? WHERE id = ?");
  const remove = db.prepare("DELETE FROM entries WHERE id = ?");
  return {
    find: ({ tenant, user, agent }, sort) => find.get(tenant, user, agent, sort),
    byIds: (ids) => byIds.all(JSON.stringify(ids)),
    list: ({ tenant, user, agent }, behind, limit2) => list2.all(tenant, user, agent, behind, limit2),
    add: (owner, sort, { revision, createdAt, updatedAt, json: json2 }) => add.get(owner, sort, revision, createdAt, updatedAt, json2).id,
    change: (id2, { revision, createdAt, updatedAt, json: json2 }) => change.run(revision, createdAt, updatedAt, json2, id2),
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
function readableEntry({ json: json2, revision, created_at, updated_at }) {
  try {
    return {
      ...JSON.parse(json2),
      revision,
      ...created_at === null ? {} : { createdAt: fromKept(created_at) },
      ...updated_at === null ? {} : { updatedAt: fromKept(updated_at) }
    };
  } catch {
    return void 0;
  }
}

// packages/provider-sqlite/src/memory/keep-entry.ts
function createKeepEntry({ db, write }, owners, entries, index, vectors) {
  const forgetVectors = db.prepare("DELETE FROM entry_vectors WHERE item = ?");
  return async (owner, entry, add) => {
    const json2 = JSON.stringify(entry);
    const sort = sortKey(entry.id);
    const { stored, item } = await write(() => {
      const before = entries.find(owner, sort);
      const added2 = add(before);
      const number = before?.owner ?? owners.make(owner);
      const values = { ...added2, json: json2 };
      const id2 = before?.id ?? entries.add(number, sort, values);
      if (before) {
        entries.change(id2, values);
        const known2 = readableEntry(before);
        index.remove([id2], known2 && wordsOf(indexedEntry(id2, known2).counted));
        if (known2?.text !== entry.text) forgetVectors.run(id2);
      }
      index.add(number, [indexedEntry(id2, entry)]);
      return {
        stored: storedEntry(entries.find(owner, sort)),
        item: { id: id2, owner: number, text: entry.text }
      };
    });
    await vectors?.give(item);
    return stored;
  };
}

// packages/provider-sqlite/src/memory/memory-parts.ts
function createMemoryParts(access, purge, vectors) {
  const { db } = access;
  const owners = createOwners(db);
  const entries = createEntries(db);
  const index = createWordIndex(db, "entry");
  return {
    ...{ access, purge, owners, entries, keep: createKeepEntry(access, owners, entries, index, vectors) },
    remove: (rows2) => {
      const [only2] = rows2;
      const known2 = rows2.length === 1 && only2 ? readableEntry(only2) : void 0;
      index.remove(
        rows2.map(({ id: id2 }) => id2),
        only2 && known2 && wordsOf(indexedEntry(only2.id, known2).counted)
      );
      for (const { id: id2 } of rows2) entries.remove(id2);
      if (rows2.length > 0) purge.mark();
    }
  };
}
function mustBeAt3(id2, row, expected) {
  const actual = row?.revision ?? 0;
  if (expected !== void 0 && expected !== actual) throw memoryConflict(id2, expected, actual);
}

// packages/provider-sqlite/src/memory/delete.ts
function createDelete2({ access, purge, entries, remove }) {
  return async (scope, id2, options2) => {
    const owner = ownerOf(scope);
    const sort = sortKey(checkId("id", id2));
    const { expectedRevision } = checkChange(options2);
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
  return async (scope) => {
    const owner = ownerOf(scope);
    const erased = await access.write(() => {
      const ids = owners.within(owner);
      const rows2 = ids.flatMap((id2) => entries.allOf(id2));
      remove(rows2);
      if (owners.forget(ids)) purge.mark();
      return rows2.length;
    });
    await purge.run();
    return erased;
  };
}

// packages/provider-sqlite/src/memory/get.ts
function createGet2({ access, entries }) {
  return async (scope, id2) => {
    const owner = ownerOf(scope);
    const sort = sortKey(checkId("id", id2));
    const row = await access.read(() => entries.find(owner, sort));
    return row && storedEntry(row);
  };
}

// packages/provider-sqlite/src/memory/list.ts
var step4 = 500;
function createList2({ access, entries }) {
  return async (scope, request) => {
    const owner = ownerOf(scope);
    const { after, limit: limit2 } = checkList(request);
    const isMeant = memoryFilter(request?.filter);
    return access.read(() => {
      const found = [];
      for (let behind = sortKey(after ?? ""); ; ) {
        const rows2 = entries.list(owner, behind, Math.min(step4, limit2 + 1));
        for (const row of rows2) {
          const stored = storedEntry(row);
          if (!isMeant(stored)) continue;
          if (found.length === limit2) return { entries: found, more: true };
          found.push(stored);
        }
        const last = rows2.at(-1);
        if (last === void 0) return { entries: found, more: false };
        behind = last.sort;
      }
    });
  };
}

// packages/provider-sqlite/src/memory/put.ts
function createPut({ keep }) {
  return async (scope, entry, options2) => {
    const owner = ownerOf(scope);
    const checked = checkMemory(entry);
    const { expectedRevision, at: at3 } = checkChange(options2);
    return keep(owner, checked, (before) => {
      mustBeAt3(checked.id, before, expectedRevision);
      return {
        revision: (before?.revision ?? 0) + 1,
        createdAt: before?.created_at ?? toKept(at3),
        updatedAt: toKept(at3) ?? before?.updated_at ?? null
      };
    });
  };
}

// packages/provider-sqlite/src/memory/restore.ts
function createRestore({ keep }) {
  return async (scope, entry) => {
    const owner = ownerOf(scope);
    const { revision, createdAt, updatedAt, ...checked } = checkStored(entry);
    return keep(owner, checked, (before) => {
      mustBeAt3(checked.id, before, 0);
      return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) };
    });
  };
}

// packages/provider-sqlite/src/memory/search.ts
function createSearch2(search) {
  return async (scope, request) => search(ownerOf(scope), request);
}

// packages/provider-sqlite/src/memory/memory-store.ts
function createMemories(access, purge, search, vectors, close) {
  const parts3 = createMemoryParts(access, purge, vectors);
  return {
    spec: 1,
    put: createPut(parts3),
    get: createGet2(parts3),
    list: createList2(parts3),
    delete: createDelete2(parts3),
    search: createSearch2(search),
    restore: createRestore(parts3),
    erase: createErase2(parts3),
    close
  };
}

// packages/provider-sqlite/src/memory/search-entries.ts
function createSearchEntries(access, words2, vectors, settings) {
  const { byIds } = createEntries(access.db);
  const important = access.db.prepare(
    `SELECT 1 FROM entries WHERE owner = ? AND instr(json, '"importance":') > 0 LIMIT 1`
  );
  return createSearchRows(access, vectors, settings, {
    words: words2,
    byIds,
    read: readableEntry,
    dateOf: ({ date }) => date,
    importanceOf: ({ importance }) => importance,
    hasImportance: (owner) => important.get(owner) !== void 0,
    meant: memoryFilter
  });
}
function textsOfEntries(access) {
  const waiting = access.db.prepare(`
    SELECT e.id, e.owner, e.json FROM entries e
    LEFT JOIN entry_vectors v ON v.embedder = ? AND v.owner = e.owner AND v.item = e.id
    WHERE e.owner = ? AND e.id > ? AND v.item IS NULL ORDER BY e.id LIMIT 1000
  `);
  const one = access.db.prepare("SELECT json FROM entries WHERE id = ?");
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind).map(({ id: id2, owner: own2, json: json2 }) => ({ id: id2, owner: own2, text: textOf(json2) })),
    textOf: (id2) => {
      const row = one.get(id2);
      return row && textOf(row.json);
    }
  };
}
function textOf(json2) {
  try {
    return JSON.parse(json2).text;
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
var checks3 = {
  synchronous: mustBeOneOf(["full", "normal"]),
  busyTimeout: mustBeWhole(0),
  erasure: mustBeOneOf(["rewrite", "overwrite"]),
  embedder: mustBeEmbedder,
  embed: mustBeOneOf(["memory", "all"]),
  vectorWeight: mustBeNumber(0, 1),
  indexingTime: mustBeNumber(0),
  speaker: mustBeFunction,
  conversation: () => void 0,
  onNotice: mustBeFunction
};
function settingsOf2(options2) {
  const {
    synchronous = "full",
    busyTimeout = 1e4,
    erasure = "rewrite",
    embedder,
    embed = "memory",
    vectorWeight = 0.15,
    indexingTime = 200,
    speaker = () => void 0,
    conversation,
    onNotice: tell = () => {
    }
  } = checkOptions("sqlite", options2, checks3);
  return {
    ...{ synchronous, busyTimeout, erasure, embedder, embed, vectorWeight, indexingTime, speaker, tell },
    conversation: storeConversation("sqlite", conversation)
  };
}

// packages/provider-sqlite/src/search/index-message.ts
function createIndexMessage(speaker) {
  return ({ key, json: json2, at: at3 }, before) => {
    const found = readable(json2);
    const name = found && nameOf(speaker, found.message);
    const counted = storeTerms().count({
      text: found?.text ?? "",
      speaker: name,
      voice: name || found?.message.role,
      date: found && at3 !== null ? dateWords(at3) : void 0
    });
    return { id: key, group: placeOf2(key).session, counted, voice: voiceRecord(counted, before?.counted) };
  };
}
function readable(json2) {
  try {
    const message = JSON.parse(json2);
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

// packages/provider-sqlite/src/search/index-messages.ts
function createIndexMessages(access, catchUp) {
  const waiting = access.db.prepare(`
    SELECT DISTINCT s.owner FROM owners o JOIN sessions s ON s.owner = o.id
    WHERE o.tenant = ? AND s.waiting = 1 ORDER BY s.owner
  `);
  return async ({ tenant, signal }) => {
    const owner = ownerOf({ tenant });
    const owners = await access.read(() => waiting.all(owner.tenant));
    let count2 = 0;
    const all2 = { tail: false, time: Number.POSITIVE_INFINITY, signal };
    for (const { owner: id2 } of owners) count2 += await catchUp({ ...all2, owner: id2 });
    return count2;
  };
}

// packages/provider-sqlite/src/search/message-index.ts
import { setImmediate } from "node:timers/promises";

// packages/provider-sqlite/src/search/tail.ts
var mostWaiting = 64;
var mostWaitingSize = 1e5;
function isTail(count2, size) {
  return count2 <= mostWaiting && size <= mostWaitingSize;
}
var mostOwners = 100;
function createTailOf(db, weights, index) {
  const list2 = db.prepare(`
    SELECT json_group_array(key) AS keys, sum(size) AS size FROM (
      SELECT key, size FROM (
        SELECT m.key, m.size FROM sessions s JOIN messages m
          ON m.key >= s.id * 100000000 + s.indexed AND m.key < (s.id + 1) * 100000000
        WHERE s.owner = ? AND s.waiting = 1 LIMIT ${mostWaiting + 1}) ORDER BY key)
  `);
  const read = db.prepare("SELECT key, at, json FROM messages WHERE key = ?");
  const readBefore = (key) => placeOf2(key).position === 0 ? void 0 : read.get(key - 1);
  const known2 = /* @__PURE__ */ new Map();
  let tails = 0;
  return (owner) => {
    const { keys: text2, size } = list2.get(owner);
    const keys = JSON.parse(text2);
    if (keys.length === 0 || !isTail(keys.length, size ?? 0)) {
      known2.delete(owner);
      return void 0;
    }
    let tail = known2.get(owner);
    if (tail === void 0 || !tail.keys.every((key, i) => key === keys[i]))
      tail = createTail(++tails, weights, index, readBefore);
    for (const key of keys.slice(tail.keys.length)) tail.add(read.get(key));
    if (known2.size >= mostOwners) known2.clear();
    known2.set(owner, tail);
    return tail;
  };
}
function createTail(serial, weights, index, readBefore) {
  const keys = [];
  const texts2 = emptyRecords();
  let last;
  const words2 = /* @__PURE__ */ new Map();
  return {
    keys,
    get stand() {
      return `${serial}.${keys.length}`;
    },
    chunk: {
      texts: texts2,
      word: (term) => {
        const bytes = words2.get(term);
        return bytes && weighPostings(Uint8Array.from(bytes), weights);
      }
    },
    add: (row) => {
      const isNext = last?.id === row.key - 1;
      const previous = isNext ? void 0 : readBefore(row.key);
      const text2 = index(row, isNext ? last : previous && index(previous, void 0));
      const { counted, ...record } = text2;
      addPostings(words2, keys.length, counted);
      keys.push(text2.id);
      addRecord(texts2, { ...record, lengths: counted.lengths });
      last = text2;
    }
  };
}

// packages/provider-sqlite/src/search/message-index.ts
var most6 = 250;
var mostSize = 25e4;
var mostSessions = 100;
var mostOwnSize = 8e6;
function createCatchUp(access, indexMessage, recent) {
  const { db } = access;
  const index = createWordIndex(db, "message");
  const one = db.prepare("SELECT id, indexed FROM sessions WHERE id = ? AND owner = ? AND waiting = 1");
  const newest = db.prepare(
    `SELECT id, indexed FROM sessions WHERE owner = ? AND waiting = 1 ORDER BY id DESC LIMIT ${mostSessions}`
  );
  const left2 = db.prepare(`
    SELECT s.id, (
      SELECT max(m.key) FROM messages m WHERE m.key >= s.id * 100000000 AND m.key < (s.id + 1) * 100000000
    ) + 1 - s.id * 100000000 - s.indexed AS left
    FROM json_each(?) r JOIN sessions s ON s.id = r.value WHERE s.owner = ? AND s.waiting = 1 ORDER BY left
  `);
  const rows2 = db.prepare("SELECT key, at, json, size FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ?");
  const previous = db.prepare("SELECT key, at, json FROM messages WHERE key = ?");
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
  const needsNothing = (owner) => {
    const { count: count2, sum } = measure.get(owner);
    return isTail(count2, sum);
  };
  const own2 = (owner) => {
    const all2 = left2.all(JSON.stringify(recent.ids()), owner);
    const ids = [];
    let sum = 0;
    for (const session of all2) {
      sum += session.left;
      if (sum > most6) break;
      ids.push(session.id);
    }
    return ids;
  };
  const read = (owner, mine, searched) => {
    const waiting = /* @__PURE__ */ new Map();
    for (const id2 of [...mine, ...searched]) for (const row of one.all(id2, owner)) waiting.set(id2, row);
    for (const row of newest.all(owner)) if (!waiting.has(row.id)) waiting.set(row.id, row);
    const batches = [];
    let [count2, size] = [0, 0];
    for (const session of waiting.values()) {
      const room4 = mine.includes(session.id) ? mostOwnSize : mostSize;
      if (count2 >= most6 || size >= room4) break;
      const { behind } = keysOf(session.id);
      const found = rows2.all(keyOf(session.id, session.indexed), behind, most6 - count2);
      const part = [];
      for (const row of found) {
        if (size >= room4) break;
        part.push(row);
        size += row.size;
      }
      batches.push({ session, part, before: previous.get(keyOf(session.id, session.indexed - 1)) });
      count2 += part.length;
    }
    return batches;
  };
  const indexAll = (part, first) => {
    let before = first;
    return part.map((row) => before = indexMessage(row, before));
  };
  const write = (owner, { session, part }, texts2) => {
    const last = part.at(-1);
    if (still.get(session.id, owner, session.indexed) === void 0) return 0;
    if (last && sameText.get(last.key, last.json) === void 0) return 0;
    index.add(owner, texts2);
    const position = last ? placeOf2(last.key).position + 1 : session.indexed;
    done.run(position, keyOf(session.id, position), keysOf(session.id).behind, session.id);
    return texts2.length;
  };
  return async ({ owner, tail, session, time, signal }) => {
    const end = performance.now() + time;
    const searched = session === void 0 ? [] : [session];
    let count2 = 0;
    for (let isFirst = true; ; isFirst = false) {
      const start = performance.now();
      throwIfAborted(signal, "The indexing of messages");
      const batches = await access.read(() => {
        if (!isFirst) return read(owner, [], searched);
        return tail && needsNothing(owner) ? [] : read(owner, own2(owner), searched);
      });
      if (batches.length === 0) return count2;
      const texts2 = batches.map(({ part, before }) => indexAll(part, before && indexMessage(before, void 0)));
      count2 += await access.write(
        () => batches.reduce((sum, batch, n) => sum + write(owner, batch, texts2[n]), 0)
      );
      await setImmediate();
      const now = performance.now();
      if (now + (now - start) >= end) return count2;
    }
  };
}

// packages/provider-sqlite/src/search/strengths.ts
function createStrengths(words2) {
  return (owner, asked, groups) => strengthsOf(
    asked,
    groups.map(({ kind, ids }) => strengthGroup(ids, words2[kind].chunksOf(owner)))
  );
}

// packages/provider-sqlite/src/search/search-all.ts
var kinds3 = { messages: "message", memory: "entry", blocks: "block" };
function createSearchAll(access, searches, weight) {
  const owners = createOwners(access.db);
  const strengthsOf2 = createStrengths(searches.words);
  return async (scope, request) => {
    const owner = ownerOf(scope);
    const plan = planSearchAll(request, searches.messagesHaveVectors);
    const { contents, each, session, query, mode } = plan;
    const sort = session === void 0 ? void 0 : sortKey(session);
    const parts3 = await Promise.all(
      contents.map(async (content) => ({
        content,
        ...content === "messages" ? await searches.messages(owner, each, sort) : await searches[content](owner, each)
      }))
    );
    const shares = await access.read(() => {
      const id2 = owners.find(owner);
      if (id2 === void 0 || mode === "vector") return [];
      const groups = parts3.map(({ content, found }) => ({ kind: kinds3[content], ids: found.map((one) => one.id) }));
      return strengthsOf2(id2, storeTerms().asked(query), groups);
    });
    return joinContents(
      plan,
      parts3.map((part, index) => ({ ...part, shares: shares[index] })),
      weight,
      storeTerms().of
    );
  };
}

// packages/provider-sqlite/src/search/indexed-messages.ts
var left = `(
  SELECT max(m.key) FROM messages m WHERE m.key >= s.id * 100000000 AND m.key < (s.id + 1) * 100000000
) + 1 - s.id * 100000000 - s.indexed`;
function createIndexedMessages(db, words2) {
  const ofOwner = db.prepare(
    `SELECT 0 AS indexed, coalesce(sum(${left}), 0) AS left FROM sessions s WHERE s.owner = ? AND s.waiting = 1`
  );
  const ofSession = db.prepare(`SELECT s.indexed, coalesce(${left}, 0) AS left FROM sessions s WHERE s.id = ?`);
  return (owner, session) => {
    const row = session === void 0 ? ofOwner.get(owner) : ofSession.get(session);
    const waiting = row ?? { indexed: 0, left: 0 };
    const sizes2 = words2.sizes(owner);
    const indexed2 = session === void 0 ? sizes2.indexed : waiting.indexed;
    const of = indexed2 + waiting.left;
    return { of, done: sizes2.tail > 0 ? of : indexed2 };
  };
}

// packages/provider-sqlite/src/search/search-messages.ts
var none = -1;
function createSearchMessages(access, words2, vectors, catchUp, { vectorWeight, indexingTime: time, tell }) {
  const { db } = access;
  const owners = createOwners(db);
  const heads = createHeads(db);
  const indexedOf = createIndexedMessages(db, words2);
  const load2 = db.prepare(`
    SELECT m.key, m.at, m.json, s.name FROM messages m JOIN sessions s ON s.id = m.key / 100000000
    WHERE m.key IN (SELECT value FROM json_each(?))
  `);
  const search = createSearch(
    access,
    owners,
    {
      score: words2.score,
      load: (ids) => new Map(load2.all(JSON.stringify(ids)).flatMap(findable))
    },
    vectors,
    vectorWeight,
    tell
  );
  return async (owner, request, session) => {
    const checked = checkSearch(request, vectors ? ["keyword", "vector", "hybrid"] : ["keyword"]);
    const isMeant = messageFilter(request.filter);
    const numberOf = () => session && (heads.stand(owner, session)?.id ?? none);
    const [id2, one] = await access.read(() => [owners.find(owner), numberOf()]);
    if (id2 !== void 0) {
      const tail = vectors === void 0 || checked.mode === "keyword";
      await catchUp({ owner: id2, tail, session: one, time, signal: checked.signal });
    }
    const numbers = session && (() => {
      const { first, behind } = keysOf(numberOf() ?? none);
      return (key) => key >= first && key < behind;
    });
    return search(owner, checked, {
      numbers,
      item: ({ date }) => isMeant(date === void 0 ? {} : { at: date }),
      indexed: (of) => indexedOf(of, numberOf())
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
  const one = access.db.prepare("SELECT json FROM messages WHERE key = ?");
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind).map(({ json: json2, ...item }) => ({ ...item, text: textOf2(json2) })),
    textOf: (key) => {
      const row = one.get(key);
      return row && textOf2(row.json);
    }
  };
}
function textOf2(json2) {
  try {
    return messageText(JSON.parse(json2));
  } catch {
    return "";
  }
}
function findable({ key, at: at3, json: json2, name }) {
  try {
    const message = JSON.parse(json2);
    const { position } = placeOf2(key);
    const time = at3 === null ? void 0 : fromKept(at3);
    const found = { session: name, position, message };
    const date = time !== void 0 && /^\d{4}-/.test(time) ? time : void 0;
    const item = () => time === void 0 ? found : { ...found, at: time };
    return [[key, { date, text: messageText(message), item }]];
  } catch {
    return [];
  }
}

// packages/provider-sqlite/src/search/known-chunks.ts
var mostKept = 32e6;
var textSize = 88;
var wordSize = 200;
var postingSize = 8;
function createReadChunks(db, kind, weights) {
  const list2 = db.prepare("SELECT id, version, places FROM word_chunks WHERE owner = ? AND kind = ? ORDER BY id");
  const textsOf = db.prepare("SELECT substr(texts, ?) AS bytes FROM word_chunks WHERE id = ?");
  const postings = db.prepare("SELECT substr(postings, ?) AS bytes FROM words WHERE chunk = ? AND term = ?");
  const known2 = /* @__PURE__ */ new Map();
  let kept3 = 0;
  const read = ({ id: id2, version: version2, places: places2 }) => {
    const before = known2.get(id2);
    if (before?.version === version2 && before.places === places2) return before;
    const same = before?.version === version2 ? before : void 0;
    const { bytes } = textsOf.get((same?.bytes ?? 0) + 1, id2);
    known2.delete(id2);
    const texts2 = same?.texts ?? emptyRecords();
    const size = texts2.ids.length;
    addTexts(texts2, bytes);
    const end = (same?.bytes ?? 0) + bytes.length;
    const chunk2 = { version: version2, places: places2, bytes: end, words: same?.words ?? /* @__PURE__ */ new Map(), texts: texts2 };
    known2.set(id2, chunk2);
    kept3 += textSize * (texts2.ids.length - size);
    return chunk2;
  };
  const wordIn = (id2, chunk2, term) => {
    const before = chunk2.words.get(term);
    if (before?.places === chunk2.places) return before.postings;
    const start = before?.bytes ?? 0;
    const row = postings.get(start + 1, id2, term);
    const added2 = row === void 0 || row.bytes.length === 0 ? void 0 : weighPostings(row.bytes, weights);
    const all2 = before?.postings && added2 ? joinPostings(before.postings, added2) : added2 ?? before?.postings;
    chunk2.words.set(term, { bytes: start + (row?.bytes.length ?? 0), places: chunk2.places, postings: all2 });
    kept3 += (before ? 0 : wordSize) + postingSize * (added2?.places.length ?? 0);
    return all2;
  };
  return (owner) => {
    if (kept3 > mostKept) {
      known2.clear();
      kept3 = 0;
    }
    const rows2 = list2.all(owner, kindNumbers[kind]);
    const chunks = rows2.map((row) => {
      const chunk2 = read(row);
      return { texts: chunk2.texts, word: (term) => wordIn(row.id, chunk2, term) };
    });
    return { stand: rows2.map(({ id: id2, version: version2, places: places2 }) => `${id2}.${version2}.${places2}`).join(), chunks };
  };
}

// packages/provider-sqlite/src/search/word-search.ts
var mostOwners2 = 1e3;
var mostTexts = 5e5;
function createWordSearch(db, kind, weights, tailOf = () => void 0) {
  const read = createReadChunks(db, kind, weights);
  const known2 = /* @__PURE__ */ new Map();
  let kept3 = 0;
  const remember = (owner, entry) => {
    kept3 += entry.collection.size - (known2.get(owner)?.collection.size ?? 0);
    known2.set(owner, entry);
    if (known2.size <= mostOwners2 && kept3 <= mostTexts) return;
    known2.clear();
    kept3 = 0;
  };
  const scoreIn = (collection, chunks, asked) => scoreCollection(asked, collection, (term) => chunks.map((chunk2) => chunk2.word(term)), weights);
  const withTail = (chunks, tail) => tail === void 0 ? chunks : [...chunks, tail.chunk];
  const knownOf = (owner, { stand, chunks }) => {
    const before = known2.get(owner);
    if (before?.stand === stand) return before;
    const collection = collectTexts(
      chunks.map(({ texts: texts2 }) => texts2),
      weights
    );
    const found = { stand, collection };
    remember(owner, found);
    return found;
  };
  return {
    score: (owner, asked) => {
      const own2 = read(owner);
      const { chunks } = own2;
      const [found, tail] = [knownOf(owner, own2), tailOf(owner)];
      if (tail === void 0) return scoreIn(found.collection, chunks, asked);
      if (found.withTail?.stand !== tail.stand) {
        const collection = extendCollection(found.collection, tail.chunk.texts, weights);
        found.withTail = { stand: tail.stand, collection };
      }
      return scoreIn(found.withTail.collection, withTail(chunks, tail), asked);
    },
    scoreSome: (owners, ids, asked) => {
      const chunks = owners.flatMap((owner) => read(owner).chunks);
      const collection = collectTexts(
        chunks.map(({ texts: texts2 }) => texts2),
        weights,
        (id2) => ids.has(id2)
      );
      return scoreIn(collection, chunks, asked);
    },
    sizes: (owner) => ({
      indexed: knownOf(owner, read(owner)).collection.size,
      tail: tailOf(owner)?.chunk.texts.ids.length ?? 0
    }),
    chunksOf: (owner) => withTail(read(owner).chunks, tailOf(owner))
  };
}

// packages/provider-sqlite/src/sessions/recent-sessions.ts
var most7 = 1e3;
function createRecentSessions() {
  const ids = /* @__PURE__ */ new Set();
  return {
    add: (id2) => {
      ids.delete(id2);
      ids.add(id2);
      if (ids.size > most7) ids.delete(ids.values().next().value);
    },
    ids: () => [...ids]
  };
}

// packages/provider-sqlite/src/sessions/append-next.ts
var most8 = 1e3;
function createAppendNext(access, recent) {
  const first = access.db.prepare(`
    INSERT OR IGNORE INTO messages (key, revision, size_before, size, at, changed_at, json)
    VALUES (?, (
      SELECT last.revision + 1 FROM sessions s CROSS JOIN messages last
      WHERE s.id = ? AND s.changed_revision <= last.revision AND s.waiting = 1 AND last.key = ? AND last.revision = ?
    ), ?, ?, ?, ?, ?)
  `);
  const other = access.db.prepare(
    "INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)"
  );
  const ends2 = createBoundedMap(most8);
  const add = (name, texts2, { expectedRevision, times }) => {
    const end = ends2.get(name);
    if (end === void 0 || !end.isDated && times.some((time2) => time2 !== void 0)) return void 0;
    if (expectedRevision !== void 0 && expectedRevision !== end.revision) return void 0;
    const { id: id2, length: start } = end;
    const revision = end.revision + 1;
    const length = start + texts2.length;
    const time = toKept(times[0]);
    let changed = time ?? end.changed;
    mustHaveRoom(id2, length);
    const key = keyOf(id2, start);
    const text2 = texts2[0];
    const done = first.run(key, id2, key - 1, end.revision, end.size, text2.length, time, changed, text2);
    if (Number(done.changes) === 0) return void 0;
    let size = end.size + text2.length;
    for (let index = 1; index < texts2.length; index++) {
      const next = texts2[index];
      const at3 = toKept(times[index]);
      changed = at3 ?? changed;
      other.run(key + index, revision, size, next.length, at3, changed, next);
      size += next.length;
    }
    recent.add(id2);
    ends2.set(name, { id: id2, revision, length, size, changed, isDated: end.isDated });
    return { revision, start, length, repeated: false };
  };
  return {
    append: (session, texts2, change) => {
      const name = nameOf2(session);
      if (texts2.length === 0 || change.operation !== void 0 || ends2.get(name) === void 0) return void 0;
      return access.write(() => add(name, texts2, change));
    },
    learn: (session, end) => {
      recent.add(end.id);
      ends2.set(nameOf2(session), end);
    }
  };
}
function nameOf2({ owner: { tenant, user, agent }, name }) {
  return `${tenant.length} ${user.length} ${agent.length} ${tenant}${user}${agent}${name}`;
}

// packages/provider-sqlite/src/sessions/session-key.ts
function sessionKey(scope, session, what = "session") {
  const owner = ownerOf(scope);
  const name = checkId(what, session);
  return { owner, name, sort: sortKey(name) };
}

// packages/provider-sqlite/src/sessions/append.ts
function createAppend2({ access, owners, heads, operations, recent }) {
  const next = createAppendNext(access, recent);
  const append = createAppendTexts(access.db, owners, heads, operations, next);
  return async (scope, session, added2, options2) => {
    const key = sessionKey(scope, session);
    const texts2 = messageTexts(added2);
    const change = checkAppend(options2, texts2.length);
    return await next.append(key, texts2, change) ?? access.write(() => append(key, texts2, change));
  };
}

// packages/provider-sqlite/src/sessions/read-together.ts
var most9 = 1e3;
function createReadTogether(db) {
  const read = db.prepare(`
    SELECT json_group_array(key) AS keys, json_group_array(size_before) AS sizes, json_group_array(at) AS times,
      group_concat(json) AS messages
    FROM (SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key)
  `);
  return (first, behind) => {
    if (behind - first > most9) return void 0;
    try {
      return messagesOf(read.get(first, behind));
    } catch {
      return void 0;
    }
  };
}
function messagesOf(columns2) {
  const keys = JSON.parse(columns2.keys);
  const sizes2 = JSON.parse(columns2.sizes);
  const times = JSON.parse(columns2.times);
  const messages = JSON.parse(`[${columns2.messages ?? ""}]`);
  if (messages.length !== keys.length) return void 0;
  return keys.map(
    (key, index) => storedMessage(placeOf2(key).position, sizes2[index], times[index] ?? null, messages[index])
  );
}
function storedMessage(position, sizeBefore, at3, message) {
  return at3 === null ? { position, message, sizeBefore } : { position, message, sizeBefore, at: fromKept(at3) };
}

// packages/provider-sqlite/src/sessions/read-messages.ts
var step5 = 64;
function createReadMessages(db) {
  const together = createReadTogether(db);
  const rows2 = db.prepare("SELECT key, size_before, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key");
  const sizes2 = db.prepare(
    "SELECT size_before, size FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT ?"
  );
  return {
    range: (session, start, end) => {
      const [first, behind] = [keyOf(session, start), keyOf(session, end)];
      const messages = together(first, behind);
      return messages ? { messages, damaged: [] } : oneByOne(rows2.all(first, behind));
    },
    startOfPage: (session, end, most10, size) => {
      const least3 = Math.max(0, end - most10);
      if (size === Number.POSITIVE_INFINITY) return least3;
      let start = end;
      let total;
      while (start > least3) {
        const limit2 = Math.min(step5, start - least3);
        const rows3 = sizes2.all(keyOf(session, least3), keyOf(session, start), limit2);
        for (const row of rows3) {
          total ??= row.size_before + row.size;
          if (start < end && total - row.size_before > size) return start;
          start--;
        }
        if (rows3.length < limit2) return start;
      }
      return start;
    }
  };
}
function oneByOne(rows2) {
  const messages = [];
  const damaged5 = [];
  for (const row of rows2) {
    const { position } = placeOf2(row.key);
    try {
      messages.push(storedMessage(position, row.size_before, row.at, JSON.parse(row.json)));
    } catch {
      damaged5.push(position);
    }
  }
  return { messages, damaged: damaged5 };
}

// packages/provider-sqlite/src/sessions/session-remover.ts
function createSessionRemover(db, purge) {
  const index = createWordIndex(db, "message");
  const indexed2 = db.prepare(`
    SELECT json_group_array(id) AS ids FROM indexed_texts WHERE kind = ${kindNumbers.message} AND id >= ? AND id < ?
  `);
  const derived = [
    db.prepare("DELETE FROM message_vectors WHERE item >= ? AND item < ?"),
    db.prepare("DELETE FROM messages WHERE key >= ? AND key < ?")
  ];
  const remove = db.prepare("DELETE FROM sessions WHERE id = ?");
  const sessions = db.prepare("SELECT id FROM sessions WHERE owner = ?");
  const removeAll = (ids) => {
    const ranges = ids.map(keysOf);
    index.remove(
      ranges.flatMap(({ first, behind }) => {
        const { ids: keys } = indexed2.get(first, behind);
        return JSON.parse(keys);
      })
    );
    for (const { first, behind } of ranges) for (const statement of derived) statement.run(first, behind);
    for (const id2 of ids) remove.run(id2);
    if (ids.length > 0) purge.mark();
  };
  return {
    one: (session) => removeAll([session]),
    allOf: (owner) => {
      const ids = sessions.all(owner).map(({ id: id2 }) => id2);
      removeAll(ids);
      return ids.length;
    }
  };
}

// packages/provider-sqlite/src/sessions/session-parts.ts
function createSessionParts(access, purge, recent) {
  const { db } = access;
  const operations = createOperations(db);
  return {
    ...{ access, purge, recent, operations, owners: createOwners(db), heads: createHeads(db) },
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
function createCompact2(parts3) {
  const { access, compactions } = parts3;
  return async (scope, session, compaction, options2) => {
    const key = sessionKey(scope, session);
    const change = checkChange(options2);
    return access.write(() => {
      const head = mustFind2(parts3, key);
      return compactions.add(head, checkCompaction(compaction, head.length), change);
    });
  };
}

// packages/provider-sqlite/src/sessions/compactions.ts
function createCompactions(parts3) {
  const { access, heads, compactions } = parts3;
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      return head ? compactions.list(head.id) : [];
    });
  };
}

// packages/provider-sqlite/src/sessions/delete.ts
function createDelete3({ access, purge, owners, heads, remover, blobs }) {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session);
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
  return async (scope) => {
    const owner = ownerOf(scope);
    const erased = await access.write(() => {
      const ids = owners.within(owner);
      const count2 = ids.reduce((sum, id2) => sum + remover.allOf(id2), 0);
      for (const id2 of ids) blobs.removeOf(id2);
      if (owners.forget(ids)) purge.mark();
      return count2;
    });
    await purge.run();
    return erased;
  };
}

// packages/provider-sqlite/src/sessions/export.ts
var step6 = 500;
function createExport(parts3) {
  const { access, heads, operations, compactions } = parts3;
  const { db, read } = access;
  const rows2 = db.prepare(
    `SELECT key, revision, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ${step6}`
  );
  return async function* (scope, session) {
    const { owner, sort } = sessionKey(scope, session);
    const begun = await read(() => {
      const head2 = heads.find(owner, sort);
      if (head2 && compactions.isDamaged(head2.id)) throw damaged3(session, "A compaction");
      return head2 && { head: head2, compactions: compactions.list(head2.id), operations: operations.list(head2.id) };
    });
    if (!begun) throw sessionMissing(session);
    const { head } = begun;
    async function* messages() {
      for (let position = 0; position < head.length; ) {
        const some = await read(() => {
          if (heads.find(owner, sort)?.id !== head.id) throw sessionMissing(session);
          return rows2.all(keyOf(head.id, position), keyOf(head.id, head.length));
        });
        for (const row of some) yield exported(session, position++, row);
        if (some.length < step6) return;
      }
    }
    yield* writeSessionLines({ ...begun, info: infoOf3(head), messages: messages() });
  };
}
function exported(session, position, { key, revision, at: at3, json: json2 }) {
  if (placeOf2(key).position !== position || !isWritten(json2)) {
    throw damaged3(session, `Message ${position}`);
  }
  return { text: json2, revision, at: at3 === null ? void 0 : fromKept(at3) };
}
function damaged3(session, what) {
  return new LamellaError({
    code: "SESSION_DAMAGED",
    what: `${what} of session ${JSON.stringify(session)} differs from what was written.`,
    fix: "Restore a backup, or read the other messages with page(), which leaves it out.",
    details: { session }
  });
}
function isWritten(json2) {
  try {
    return JSON.stringify(JSON.parse(json2)) === json2;
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
  return (from, into, at3) => {
    const row = make.get(from.owner, into.sort, into.name, from.name, at3, at3 > 0 ? 1 : 0);
    const { id: id2 } = row;
    mustHaveRoom(id2, at3);
    copy2.run(keyOf(id2, 0) - keyOf(from.id, 0), keyOf(from.id, 0), keyOf(from.id, at3));
    compactions.copy(from.id, id2, at3);
    return id2;
  };
}

// packages/provider-sqlite/src/sessions/fork.ts
function createFork(parts3) {
  const { access, heads, compactions, runs, blobs } = parts3;
  const copy2 = createCopySession(access.db, compactions);
  return async (scope, session, into, at3) => {
    const [from, to] = [sessionKey(scope, session), sessionKey(scope, into, "into")];
    if (at3 !== void 0) checkRange(at3, at3, 0);
    return access.write(() => {
      const head = mustFind2(parts3, from);
      if (heads.find(to.owner, to.sort)) throw sessionExists(into);
      const end = at3 ?? head.length;
      if (end > head.length)
        throw invalid4("at", `is ${end}, after the end of the session with its ${head.length} messages`);
      const id2 = copy2(head, to, end);
      runs.copy(head.id, id2);
      blobs.copy({ owner: head.owner, sort: from.sort }, { owner: head.owner, sort: to.sort });
      return infoOf3(heads.byId(id2));
    });
  };
}

// packages/provider-sqlite/src/sessions/import.ts
function createImport(parts3) {
  const { access, owners, heads, operations, compactions } = parts3;
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
    for (const [position, { text: text2, revision, at: at3 }] of messages.entries()) {
      const changed = position === messages.length - 1 ? info.updatedAt : at3;
      insert.run(keyOf(id2, position), revision, size, text2.length, toKept(at3), toKept(changed), text2);
      size += text2.length;
    }
  };
  const addOperations = (id2, { changes }) => {
    for (const { operation: name, revision, start, length, compaction } of changes) {
      if (name === void 0) continue;
      operations.add(id2, { name, kind: compaction ? "compact" : "append", revision, start, length });
    }
  };
  return async (scope, lines, options2) => {
    const session = checkImport(options2);
    ownerOf(scope);
    const exported2 = await readSessionLines(lines);
    const { info, messages } = exported2;
    const { owner, sort, name } = sessionKey(scope, session ?? info.id);
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
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session);
    const head = await access.read(() => heads.find(owner, sort));
    return head && infoOf3(head);
  };
}

// packages/provider-sqlite/src/sessions/list.ts
function createList3({ access, heads }) {
  return async (scope, request) => {
    const owner = ownerOf(scope);
    const { after, limit: limit2 } = checkList(request);
    const most10 = limit2 === Number.POSITIVE_INFINITY ? -1 : limit2 + 1;
    const found = await access.read(() => heads.list(owner, sortKey(after ?? ""), most10));
    const more = found.length > limit2;
    return { sessions: (more ? found.slice(0, -1) : found).map(infoOf3), more };
  };
}

// packages/provider-sqlite/src/sessions/page.ts
function createPage({ access, heads, messages }) {
  return async (scope, session, request) => {
    const { owner, sort } = sessionKey(scope, session);
    const limits = checkPage(request);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      if (!head) return { messages: [], start: 0, revision: 0, length: 0, notices: [] };
      const before = Math.min(limits.before, head.length);
      const start = messages.startOfPage(head.id, before, limits.messages, limits.size);
      const { messages: read, damaged: damaged5 } = messages.range(head.id, start, before);
      const notices = damaged5.map((position) => unreadable(session, position));
      return { messages: read, start, revision: head.revision, length: head.length, notices };
    });
  };
}
function unreadable(session, position) {
  return notice("MESSAGE_UNREADABLE", `Message ${position} is no longer valid JSON and was left out.`, session);
}

// packages/provider-sqlite/src/sessions/read.ts
function createRead2({ access, heads, messages }) {
  return async (scope, session, start, end) => {
    const { owner, sort } = sessionKey(scope, session);
    checkRange(start, end, 0);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      if (!head) return [];
      const range = checkRange(start, end, head.length);
      const found = messages.range(head.id, range.start, range.end);
      const [lost] = found.damaged;
      if (lost !== void 0) throw damaged4(session, lost);
      return found.messages;
    });
  };
}
function damaged4(session, position) {
  return new LamellaError({
    code: "SESSION_DAMAGED",
    what: `Message ${position} of session ${JSON.stringify(session)} is no longer valid JSON.`,
    fix: "Restore a backup, or read the other messages with page(), which leaves it out.",
    details: { session }
  });
}

// packages/provider-sqlite/src/sessions/read-run.ts
function createReadRun({ access, heads, runs }) {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session);
    return access.read(() => {
      const head = heads.stand(owner, sort);
      return head && runs.find(head.id);
    });
  };
}

// packages/provider-sqlite/src/sessions/run-version.ts
function createRunVersion({ access, runs }) {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session);
    return access.read(() => runs.version(owner, sort));
  };
}

// packages/provider-sqlite/src/sessions/search.ts
function createSearch3(search) {
  return async (scope, request, session) => search(ownerOf(scope), request, session === void 0 ? void 0 : sessionKey(scope, session).sort);
}

// packages/provider-sqlite/src/sessions/verify.ts
function createVerify({ access, heads, compactions, runs }) {
  const verify = createVerifySession(access.db, compactions, runs);
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session);
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
  runs
}) {
  const { db, write } = access;
  const make = db.prepare("INSERT INTO sessions (owner, sort, name, changed_revision) VALUES (?, ?, ?, 1) RETURNING id");
  const versionAfter = (name, session, change) => {
    const kept3 = runs.versionOf(session);
    const actual = kept3 === change.expectedVersion ? kept3 : runs.find(session)?.version;
    return Math.max(nextRunVersion(name, change, actual ?? 0), (kept3 ?? 0) + 1);
  };
  return async (scope, session, run2, expectedVersion, { purge: purges = false } = {}) => {
    const { owner, sort, name } = sessionKey(scope, session);
    const change = checkRunChange(run2, expectedVersion);
    const { version: version2, isReplaced } = await write(() => {
      const head = heads.stand(owner, sort);
      const version3 = head ? versionAfter(name, head.id, change) : nextRunVersion(name, change, 0);
      const id2 = head?.id ?? make.get(owners.make(owner), sort, name).id;
      mustHaveRoom(id2, 0);
      return { version: version3, isReplaced: runs.put(id2, { version: version3, text: change.text }) };
    });
    if (isReplaced && purges) await purge.log();
    return version2;
  };
}

// packages/provider-sqlite/src/sessions/session-store.ts
function createSessions2(access, purge, recent, search, close) {
  const parts3 = createSessionParts(access, purge, recent);
  return {
    spec: 1,
    append: createAppend2(parts3),
    info: createInfo(parts3),
    page: createPage(parts3),
    read: createRead2(parts3),
    list: createList3(parts3),
    delete: createDelete3(parts3),
    fork: createFork(parts3),
    compact: createCompact2(parts3),
    compactions: createCompactions(parts3),
    readRun: createReadRun(parts3),
    writeRun: createWriteRun(parts3),
    runVersion: createRunVersion(parts3),
    search: createSearch3(search),
    export: createExport(parts3),
    import: createImport(parts3),
    erase: createErase3(parts3),
    verify: createVerify(parts3),
    close
  };
}

// packages/provider-sqlite/src/vectors/likeness.ts
var step7 = 500;
function createLikeness(db, table2, hasExtension) {
  return hasExtension ? inDatabase(db, table2) : inProcess(db, table2);
}
async function loadVectorExtension(db) {
  try {
    const { getLoadablePath: getLoadablePath2 } = await Promise.resolve().then(() => (init_sqlite_vec(), sqlite_vec_exports));
    if (db.loadExtension === void 0) return false;
    db.loadExtension(getLoadablePath2());
    db.prepare("SELECT vec_distance_cosine('[1, 0]', '[1, 0]')").get();
    return true;
  } catch {
    return false;
  }
}
function inDatabase(db, table2) {
  const compare = db.prepare(`
    SELECT json_group_array(item) AS items, json_group_array(vec_distance_cosine(vector, ?)) AS distances
    FROM ${table2} WHERE embedder = ? AND owner = ? AND length(vector) = ?
  `);
  return (embedder, owner, vector) => {
    const bytes = bytesOf(vector);
    const row = compare.get(bytes, embedder, owner, bytes.length);
    const distances = JSON.parse(row.distances);
    return new Map(
      JSON.parse(row.items).map((item, index) => [item, 1 - (distances[index] ?? 1)])
    );
  };
}
function inProcess(db, table2) {
  const read = db.prepare(`
    SELECT item, vector FROM ${table2} WHERE embedder = ? AND owner = ? AND item > ? AND length(vector) = ?
    ORDER BY item LIMIT ${step7}
  `);
  return (embedder, owner, vector) => {
    const found = /* @__PURE__ */ new Map();
    for (let last = -1; ; ) {
      const rows2 = read.all(embedder, owner, last, vector.byteLength);
      for (const { item, vector: other } of rows2) found.set(item, dot(vector, vectorOf(other)));
      if (rows2.length < step7) return found;
      last = rows2.at(-1)?.item ?? last;
    }
  };
}

// packages/provider-sqlite/src/vectors/vectors.ts
import { createHash as createHash3 } from "node:crypto";
function embedderNumber(db, { name, dimensions }) {
  const find = db.prepare("SELECT id, dimensions FROM embedders WHERE name = ?");
  const make = db.prepare("INSERT INTO embedders (name, dimensions) VALUES (?, ?) RETURNING id, dimensions");
  const row = find.get(name) ?? make.get(name, dimensions);
  if (row.dimensions === dimensions) return row.id;
  throw sqliteError(
    "EMBEDDER_MISMATCH",
    `The database has vectors of "${name}" with ${row.dimensions} numbers, not ${dimensions}.`,
    "Give each model its own name: vectors with the same name are compared with each other.",
    { embedder: name, dimensions, kept: row.dimensions }
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
function createVectors(access, table2, texts2, embedder, number, hasExtension, tell) {
  const { db } = access;
  const likeness = createLikeness(db, table2, hasExtension);
  const known2 = db.prepare(`SELECT vector FROM ${table2} WHERE embedder = ? AND owner = ? AND hash = ? LIMIT 1`);
  const insert = db.prepare(
    `INSERT INTO ${table2} (embedder, owner, item, hash, vector) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
  );
  const vectors = createTextVectors(
    {
      waiting: (owner, behind) => access.read(() => texts2.waiting(number, owner, behind)),
      known: (items) => access.read(
        () => items.map(({ owner, text: text2 }) => {
          if (text2 === "") return new Uint8Array();
          return known2.get(number, owner, hashOf2(text2))?.vector;
        })
      ),
      keep: (items, given) => access.write(() => {
        for (const [index, { id: id2, owner, text: text2 }] of items.entries()) {
          if (texts2.textOf(id2) === text2) insert.run(number, owner, id2, hashOf2(text2), given[index]);
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
async function sqlite(database, options2 = {}) {
  const settings = settingsOf2(options2);
  mustBeDatabase(database);
  const isOwn = typeof database === "string";
  const db = isOwn ? openFile(database) : database;
  try {
    const access = await connect(db, settings.synchronous, settings.busyTimeout);
    const hasExtension = settings.embedder !== void 0 && await loadVectorExtension(db);
    const number = settings.embedder && await embedderIn(access, settings.embedder);
    const close = closing(isOwn ? db : void 0);
    const partials = createPartials(access);
    await partials.sweep().catch(() => {
    });
    return await access.alone(() => storesOf(access, settings, { number, hasExtension }, partials, close));
  } catch (error) {
    const reported = failure(error, 0, db);
    if (isOwn) db.close();
    throw reported;
  }
}
function embedderIn(access, embedder) {
  return access.write(() => embedderNumber(access.db, embedder));
}
function storesOf(access, settings, { number, hasExtension }, partials, end) {
  const { embedder, embed, erasure, conversation, tell } = settings;
  const purge = createPurge(access, erasure, partials);
  const check = createCheck(access, purge);
  const indexMessage = createIndexMessage(settings.speaker);
  const [ofMessage, ofEntry, ofBlock] = [
    createWordSearch(access.db, "message", conversation, createTailOf(access.db, conversation, indexMessage)),
    createWordSearch(access.db, "entry", conversation),
    createWordSearch(access.db, "block", conversation)
  ];
  const recent = createRecentSessions();
  const catchUp = createCatchUp(access, indexMessage, recent);
  const owners = createOwners(access.db);
  const keepUp = createKeepUp(async (one) => {
    const owner = await access.read(() => owners.find(one));
    return owner === void 0 ? 0 : catchUp({ owner, tail: false, time: 0 });
  });
  const close = keepUp.close(end);
  const ofQuestion = embedder && rememberQuestion(createEmbed(embedder, failedEmbedder(embedder)).one);
  const vectorsOf2 = (table2, texts2) => embedder === void 0 || number === void 0 || ofQuestion === void 0 ? void 0 : { ...createVectors(access, table2, texts2, embedder, number, hasExtension, tell), ofQuestion };
  const ofEntries = vectorsOf2("entry_vectors", textsOfEntries(access));
  const ofMessages = embed === "all" ? vectorsOf2("message_vectors", textsOfMessages(access)) : void 0;
  const ofBlocks = vectorsOf2("block_vectors", textsOfBlocks(access));
  const searches = {
    messages: keepUp.search(createSearchMessages(access, ofMessage, ofMessages, catchUp, settings)),
    memory: createSearchEntries(access, ofEntry, ofEntries, settings),
    blocks: createSearchBlocks(access, ofBlock, ofBlocks, settings),
    messagesHaveVectors: ofMessages !== void 0,
    words: { message: ofMessage, entry: ofEntry, block: ofBlock }
  };
  const sessions = createSessions2(access, purge, recent, resultsOf(searches.messages), close);
  return {
    sessions: { ...sessions, append: keepUp.append(sessions.append) },
    memory: createMemories(access, purge, resultsOf(searches.memory), ofEntries, close),
    blocks: createBlocks(
      access,
      purge,
      resultsOf(searches.blocks),
      createSearchShared(access, ofBlock, ofBlocks, settings),
      ofBlocks,
      close
    ),
    blobs: createBlobs(access, purge, close),
    search: createSearchAll(access, searches, settings.vectorWeight),
    indexMessages: createIndexMessages(access, catchUp),
    backup: createBackup(access, partials),
    check,
    repair: createRepair(access, purge, check),
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
export {
  bm25,
  createIndex,
  english,
  englishStopWords,
  guessLanguage,
  loadIndex,
  sqlite
};
//# sourceMappingURL=zz-bundle.mjs.map
