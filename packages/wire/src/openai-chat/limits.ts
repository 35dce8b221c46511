/** Characters of a tool call id that every version takes. Source: OC-CALL-ID (microsoft/autogen#6377). */
export const portableCallId = 40

/** Characters of a tool call id that the API takes today. Source: OC-CALL-ID (jin-bo/agentao#321). */
export const maxCallId = 64

/** Stop sequences in one request. Source: schema `StopConfiguration`. */
export const maxStops = 4
