import { useState } from 'react'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { noticesEn } from '../notices.en.ts'

const shortLength = 240
const shortLines = 3

const isLong = (text: string): boolean => text.length > shortLength || text.split('\n').length > shortLines

/** Text clamped to three lines, with a button that expands it. */
export const LongText = ({ text }: { text: string }) => {
  const words = useWords(noticesEn).reading
  const [isOpen, setOpen] = useState(false)
  if (!isLong(text)) return <LinkedText text={text} />
  return (
    <>
      <LinkedText text={text} className={isOpen ? '' : 'line-clamp-3'} />
      <PlainButton
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
        className="min-h-8 cursor-pointer self-start rounded-sm text-sm underline underline-offset-4 max-md:min-h-11"
      >
        {isOpen ? words.less : words.more}
      </PlainButton>
    </>
  )
}
