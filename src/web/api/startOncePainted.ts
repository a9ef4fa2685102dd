import { startFilesId } from '#contract/startFiles.ts'

/** A page in the background is not painted until someone looks at it, and some browsers do not report it. */
const isPaintReported = (): boolean => document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes.includes('paint')

const whenPainted = (then: () => void): void => {
  if (!isPaintReported()) {
    window.addEventListener('load', then, { once: true })
    return
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    then()
  })
  observer.observe({ type: 'paint', buffered: true })
}

/** The data of the page stands at its end. */
const whenParsed = (then: () => void): void => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then, { once: true })
  else then()
}

/** Requests the scripts of a page that the server has drawn after its first paint, because a slow line divides itself among all files. */
export const startOncePainted = (): void =>
  whenPainted(() =>
    whenParsed(() => {
      const files = document.querySelector<HTMLTemplateElement>(`#${startFilesId}`)
      if (files) document.head.append(document.importNode(files.content, true))
    }),
  )
