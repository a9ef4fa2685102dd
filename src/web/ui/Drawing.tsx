/** What is missing: documents, people, money, messages, access, the connection. */
export type DrawingName = 'shelf' | 'chair' | 'drawer' | 'bell' | 'door' | 'cable'

const strokes: Record<DrawingName, string> = {
  shelf: 'M36 104h88M44 104V20h72v84M44 48h72M44 76h72M90 76V56h8v20M99 74l6-17 7 3-6 16',
  chair: 'M36 104h88M62 62V26q0-6 6-6h24q6 0 6 6v36M74 62V32M86 62V32M54 74l6-12h40l6 12ZM54 74v6h52v-6M59 80v24M101 80v24',
  drawer: 'M20 104h120M42 62V36h76v26M54 49h26M54 36V22h38v14M42 62h76l12 18H30ZM30 80v24M130 80v24M70 92h20M66 62l-4 18M94 62l4 18',
  bell: 'M30 104h100M44 86a36 36 0 0 1 72 0ZM36 86h88v8H36ZM44 94v10M116 94v10M80 50v-8M72 42h16M57 78a24 24 0 0 1 14-16',
  door: 'M32 104h96M52 104V20h56v84M60 28h40v76M60 104V28M92 66v6M71 44l9-8 9 8M68 44h24v12H68Z',
  cable:
    'M24 72h20v20H24ZM24 77h-8M24 87h-8M44 79c16 0 10-27 28-27v6c-12 0-6 27-28 27M75 52l6-4M75 58l6 4M144 36c-34 0-30 26-48 26v6c24 0 20-26 48-26M93 62l-6-4M93 68l-6 4',
}

/** A line drawing of one family above a sentence, on a disc in the hall's color; it adds no information. */
export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-30 w-40 text-muted">
    <circle cx="80" cy="62" r="46" className="fill-primary-soft" />
    <path d={strokes[name]} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
