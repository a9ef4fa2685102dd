import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ByteSource, collect } from './byteSource.ts'
import { isVerdict, type Line, NotServed } from './line.ts'
import { type PdfStart, rangeBytes } from './pdfStart.ts'

type Transport = {
  /** Bytes of the file. */
  size: number
  source: ByteSource
  tail: PdfStart['tail']
  /** Called when the file is refused. */
  onFailure: () => void
}

/** Gives pdf.js the parts of the file that it asks for. */
class Ranges extends PDFDataRangeTransport {
  readonly #transport: Transport

  constructor(transport: Transport, head: Uint8Array) {
    super(transport.size, head)
    this.#transport = transport
  }

  override requestDataRange(begin: number, end: number): void {
    const { source, tail, onFailure } = this.#transport
    const bytes = begin === tail?.begin ? tail.bytes : source.read(begin, end)
    bytes.then((bytes) => this.onDataRange(begin, bytes), onFailure)
  }

  override abort(): void {
    this.#transport.source.close()
  }
}

/** Where pdf.js gets the file from: all of it is here, or its parts are fetched as they are needed. */
export const fileFrom = (isWhole: boolean, transport: Transport, head: Uint8Array) =>
  isWhole ? { data: head } : { range: new Ranges(transport, head), rangeChunkSize: rangeBytes }

/** Fetches fonts, character maps and decoders here and not in the thread: their bytes are seen to come, and a dead line is waited for. */
export const assetsBy = (line: Line, onAlive: () => void) =>
  class {
    readonly #folders: Record<string, string>
    constructor(folders: Record<string, string>) {
      this.#folders = folders
    }
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const alive = () => {
        line.alive()
        onAlive()
      }
      return line.persist(async (signal) => {
        const response = await fetch(`${this.#folders[kind]}${filename}`, { signal })
        if (response.ok) return collect(response, alive)
        throw isVerdict(response.status) ? new NotServed(response.status) : new Error(`${filename} was answered with ${response.status}`)
      })
    }
  }
