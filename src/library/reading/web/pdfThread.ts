import address from './pdf.worker.ts?worker&url'

export const pdfThreadAddress: string = address

/** Starts the worker that parses a PDF while the rest of the reader is loading. */
export const startPdfThread = (): Worker => new Worker(address, { type: 'module' })

/** Prefetches the worker's code with low priority, without running it. */
export const prefetchPdfThread = (): void => {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'prefetch', as: 'script', href: address }))
}
