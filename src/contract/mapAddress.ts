/** Services whose maps may be embedded: the origin, and the beginning of their embeddable addresses. */
const maps = [
  { origin: 'https://www.openstreetmap.org', shape: /^\/export\/embed\.html\?/ },
  { origin: 'https://www.google.com', shape: /^\/maps\/embed(?:\/v1\/[a-z]+)?\?/ },
] as const

/** Only valid characters of an address: no space, quote, bracket or backslash, which browsers interpret differently. */
const characters = /^[A-Za-z0-9\-._~:/?#@!$&()*+,;=%]+$/

/** Returns the origin that a frame needs to show this map, or undefined for an address that is not a map. */
export const mapOrigin = (address: string): string | undefined =>
  characters.test(address)
    ? maps.find(({ origin, shape }) => address.startsWith(`${origin}/`) && shape.test(address.slice(origin.length)))?.origin
    : undefined
