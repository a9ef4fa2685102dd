/** Starts the thread that parses a PDF, while the rest of the reader is still on its way. */
export const startPdfThread = (): Worker => new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })

/** Calls back with the number of each page of which not everything can be shown. */
export const onDamagedPage = (thread: Worker, damaged: (page: number) => void): void => {
  thread.addEventListener('message', ({ data }: MessageEvent<{ damagedPage?: unknown }>) => {
    if (typeof data?.damagedPage === 'number') damaged(data.damagedPage)
  })
}
