/** Who may show a map inside our page: the origin, and what follows it at the start of an address that is made to be embedded. */
const maps = [
  { origin: 'https://www.openstreetmap.org', shape: /^\/export\/embed\.html\?/ },
  { origin: 'https://www.google.com', shape: /^\/maps\/embed(?:\/v1\/[a-z]+)?\?/ },
] as const

/** Only what an address consists of anyway: no space, quote, bracket or backslash, which browsers would read in their own ways. */
const characters = /^[A-Za-z0-9\-._~:/?#@!$&()*+,;=%]+$/

/** The origin that a frame needs to show this map, or undefined for an address that is none of a map. */
export const mapOrigin = (address: string): string | undefined =>
  characters.test(address)
    ? maps.find(({ origin, shape }) => address.startsWith(`${origin}/`) && shape.test(address.slice(origin.length)))?.origin
    : undefined
