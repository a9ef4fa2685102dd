/** Why parts of a page are missing: its content is truncated or broken, or its pictures cannot be decoded. */
export type PageFault = 'damaged' | 'pictures'

/** Calls back for each fault found in a page; not every fault names its page. */
export const onPageFault = (thread: Worker, found: (fault: PageFault, page: number | undefined) => void): void => {
  thread.addEventListener('message', ({ data }: MessageEvent<{ pageFault?: PageFault; page?: number }>) => {
    if (data?.pageFault) found(data.pageFault, data.page)
  })
}
