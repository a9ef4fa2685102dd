import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Starts the thread that parses a PDF, while the rest of the reader is still on its way. */
export const startPdfThread = (): Worker => new Worker(workerUrl, { type: 'module' })
