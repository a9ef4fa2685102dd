import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ByteSource, collect } from './byteSource.ts'
import { type Connection, isFinal, NotServed } from './connection.ts'
import { type PdfStart, rangeBytes } from './pdfStart.ts'

type Transport = {
  /** Size of the file in bytes. */
  size: number
  source: ByteSource
  tail: PdfStart['tail']
  /** Called when the server refuses the file. */
  onFailure: () => void
}

/** Supplies pdf.js with the ranges it requests. */
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

/** Returns the options that tell pdf.js where the file comes from: complete in `head`, or by range requests. */
export const fileFrom = (isWhole: boolean, transport: Transport, head: Uint8Array) =>
  isWhole ? { data: head } : { range: new Ranges(transport, head), rangeChunkSize: rangeBytes }

/** Loads fonts, character maps and decoders on the main thread instead of the worker, to detect progress and to retry without a network. */
export const assetsBy = (connection: Connection, onAlive: () => void) =>
  class {
    readonly #folders: Record<string, string>
    constructor(folders: Record<string, string>) {
      this.#folders = folders
    }
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const alive = () => {
        connection.alive()
        onAlive()
      }
      return connection.request(async (signal) => {
        const response = await fetch(`${this.#folders[kind]}${filename}`, { signal })
        if (response.ok) return collect(response, alive)
        throw isFinal(response.status) ? new NotServed(response.status) : new Error(`${filename} was answered with ${response.status}`)
      })
    }
  }
