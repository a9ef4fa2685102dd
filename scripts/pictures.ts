import sharp from 'sharp'

const paints = ['#1f3a5f', '#7a3b1d', '#1f5f4a', '#5a2a5f', '#6b5b16', '#8c2f39'] as const
const paint = (seed: number): string => paints[seed % paints.length] ?? paints[0]

const draw = (side: number, shapes: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">${shapes}</svg>`))
    .png()
    .toBuffer()

/** A shelf of books in its own colours. */
export const shelfPicture = (seed: number): Promise<Buffer> => {
  const books = Array.from({ length: 7 }, (_, at) => {
    const height = 36 + ((seed * 7 + at * 13) % 28)
    return `<rect x="${12 + at * 11}" y="${82 - height}" width="9" height="${height}" rx="1" fill="${paint(seed + at)}"/>`
  })
  return draw(
    600,
    `<rect width="100" height="100" fill="#f3eee4"/>${books.join('')}<rect x="6" y="82" width="88" height="4" fill="#8a6d4b"/>`,
  )
}

/** Not a real person. */
export const portrait = (seed: number): Promise<Buffer> =>
  draw(
    320,
    `<rect width="100" height="100" fill="${paint(seed)}"/><circle cx="50" cy="40" r="18" fill="#e9c9a8"/>
    <path d="M14 100a36 34 0 0 1 72 0z" fill="${paint(seed + 3)}"/><path d="M31 38a19 19 0 0 1 38 0q-19-10-38 0z" fill="#2b2118"/>`,
  )

const lights = [
  { wall: '#f1e9da', sky: '#cfe3ee', floor: '#c9a97c' },
  { wall: '#ead9c2', sky: '#f0a878', floor: '#a97f55' },
  { wall: '#39415a', sky: '#1b2240', floor: '#5a4a44' },
] as const

/** A hall of desks and lamps, in the light of the morning, the evening or the night. */
export const roomPicture = (seed: number): Promise<Buffer> => {
  const { wall, sky, floor } = lights[seed % lights.length] ?? lights[0]
  const windows = [10, 58, 106, 154].map((x) => `<rect x="${x}" y="10" width="36" height="40" rx="3" fill="${sky}"/>`)
  const desks = [6, 54, 102, 150].map(
    (x, at) => `<rect x="${x}" y="70" width="44" height="4" fill="#6b4326"/><rect x="${x + 4}" y="74" width="3" height="16" fill="#553419"/>
    <rect x="${x + 37}" y="74" width="3" height="16" fill="#553419"/><path d="M${x + 14} 62h16l5 8h-26z" fill="#ffe9a8" opacity=".8"/>
    <path d="M${x + 17} 56h10l4 6h-18z" fill="${paint(seed + at)}"/>`,
  )
  const shapes = `<rect width="200" height="100" fill="${wall}"/><rect y="74" width="200" height="26" fill="${floor}"/>${windows.join('')}${desks.join('')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800" viewBox="0 0 200 100">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
