/** A piece of a text, with an `href` if it is an address that may be opened. */
export type Piece = { text: string; href?: string }

// Other schemes, above all `javascript:`, stay text.
const addresses = /\b(?:https?:\/\/|mailto:|www\.)[^\s<>"]{2,2000}/giu
/** Punctuation after an address that belongs to the sentence. */
const trailing = new Set('.,;:!?\'"’”»)]}।')

const withoutTrail = (found: string): string => {
  let end = found.length
  // A pattern would start again at each of a thousand dots.
  while (end > 0 && trailing.has(found.charAt(end - 1))) end -= 1
  const [bare, trail] = [found.slice(0, end), found.slice(end)]
  // A bracket that was opened within the address is closed in it too.
  return trail.startsWith(')') && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare
}

/** More than anyone needs; later addresses stay text, because each link costs the page time. */
const mostLinks = 500

const hrefOf = (address: string): string => (/^www\./i.test(address) ? `https://${address}` : address)

/** Finds the web and mail addresses in a text. The pieces joined are the text. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(addresses)) {
    const address = withoutTrail(match[0])
    const href = hrefOf(address)
    if (!URL.canParse(href)) continue
    if (pieces.length >= 2 * mostLinks) break
    if (match.index > done) pieces.push({ text: text.slice(done, match.index) })
    pieces.push({ text: address, href })
    done = match.index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}
