import address from './pdf.worker.ts?worker&url'

/** Starts the thread that parses a PDF, while the rest of the reader is still on its way. */
export const startPdfThread = (): Worker => new Worker(address, { type: 'module' })

/** Lets the browser fetch the thread's code when it has nothing better to do, without running it. */
export const prefetchPdfThread = (): void => {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'prefetch', as: 'script', href: address }))
}

/** Why not everything on a page can be shown: it breaks off or has broken parts, or its pictures cannot be decoded. */
export type PageFault = 'damaged' | 'pictures'

/** Calls back for each fault that is found in a page; not every fault names its page. */
export const onPageFault = (thread: Worker, found: (fault: PageFault, page: number | undefined) => void): void => {
  thread.addEventListener('message', ({ data }: MessageEvent<{ pageFault?: PageFault; page?: number }>) => {
    if (data?.pageFault) found(data.pageFault, data.page)
  })
}
