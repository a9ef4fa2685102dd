/** Returns an id for a call, so that it is stored once however often it is sent. On plain http there is no `crypto.randomUUID`. */
export const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
