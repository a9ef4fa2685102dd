export type DrawingName = 'picture' | 'books' | 'search' | 'people' | 'star' | 'broken' | 'door'

const strokes: Record<DrawingName, string> = {
  books: 'M14 74h92M24 74V30h14v44M38 74V22h12v52M50 74V36h16v38M24 40h14M50 46h16M78 73 68 35l12-3 10 38',
  search: 'M52 62a22 22 0 1 0 0-44 22 22 0 0 0 0 44ZM68 56l22 22M42 36h20M42 44h12',
  people:
    'M60 40a11 11 0 1 0 0-22 11 11 0 0 0 0 22ZM38 74c0-14 9-24 22-24s22 10 22 24M28 46a8 8 0 1 0 0-16M92 46a8 8 0 1 1 0-16M16 70c0-9 5-15 12-16M104 70c0-9-5-15-12-16',
  star: 'm60 18 9 19 21 3-15 15 4 21-19-10-19 10 4-21-15-15 21-3 9-19Z',
  broken: 'M34 18h38l16 16v14l-10 6-10-6-10 6-10-6-10 6-4-3V18ZM72 18v16h16M34 60l4 3 10-6 10 6 10-6 10 6 10-6v20H34V60Z',
  picture: 'M24 18h72v52H24ZM24 60l22-22 18 18 12-12 20 20M76 34a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z',
  door: 'M40 76V18h40v58M28 76h64M70 46v6M52 30h16',
}

/** A small line drawing above a sentence; it adds no information. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg viewBox="0 0 120 88" fill="none" aria-hidden="true" className="h-22 w-30 text-muted">
    <path d={strokes[name]} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
