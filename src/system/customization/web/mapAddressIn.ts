/** Extracts the address of a map from the iframe element that map sites offer; returns other text unchanged. */
export const mapAddressIn = (pasted: string): string =>
  /<iframe\b[^>]*?\ssrc\s*=\s*(["'])(.*?)\1/is.exec(pasted)?.[2]?.replaceAll('&amp;', '&') ?? pasted
