import { useEffect, useRef } from 'react'
import { Notice } from './Notice.tsx'

/** The one sentence for a whole form that could not be sent. */
export const FormError = ({ text }: { text: string | undefined }) => {
  const box = useRef<HTMLDivElement>(null)
  // A form may be longer than the screen and sent from any field; and the sentence pushes the buttons under it down.
  useEffect(() => {
    // The footer of a dialog is always in view.
    if (!text || box.current?.closest('[data-footer]')) return
    for (const each of [box.current?.closest('form')?.lastElementChild, box.current]) each?.scrollIntoView?.({ block: 'nearest' })
  }, [text])
  return (
    text && (
      <div ref={box}>
        <Notice tone="error">{text}</Notice>
      </div>
    )
  )
}
