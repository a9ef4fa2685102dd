import { useEffect, useRef } from 'react'
import { useWords } from '../words.ts'
import { Notice } from './Notice.tsx'
import { toolsEn } from './tools.en.ts'
import { useIsOffline } from './useIsOffline.ts'

/**
 * The one sentence for a whole form that could not be sent. Without a connection, it says from the start that the form cannot be sent
 * now. Forms that work without a network do not use it.
 */
export const FormError = ({ text }: { text: string | undefined }) => {
  const words = useWords(toolsEn)
  const isOffline = useIsOffline()
  const box = useRef<HTMLDivElement>(null)
  // A form may be longer than the screen and sent from any field; and the sentence pushes the buttons under it down.
  useEffect(() => {
    // The footer of a dialog is always in view.
    if (!text || box.current?.closest('[data-footer]')) return
    for (const each of [box.current?.closest('form')?.lastElementChild, box.current]) each?.scrollIntoView?.({ block: 'nearest' })
  }, [text])
  if (!text) return isOffline && <Notice tone="info">{words.offline}</Notice>
  return (
    <div ref={box}>
      <Notice tone="error">{text}</Notice>
    </div>
  )
}
