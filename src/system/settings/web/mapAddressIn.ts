/** The address of a map where someone pasted the whole element that map sites give, and otherwise what was typed. */
export const mapAddressIn = (pasted: string): string =>
  /<iframe\b[^>]*?\ssrc\s*=\s*(["'])(.*?)\1/is.exec(pasted)?.[2]?.replaceAll('&amp;', '&') ?? pasted
