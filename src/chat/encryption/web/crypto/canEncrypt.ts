/** Whether the browser has WebCrypto here: it has none on plain http of another host than localhost. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined
