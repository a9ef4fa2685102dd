/** Returns whether WebCrypto is available: on plain http, it exists only on localhost. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined
