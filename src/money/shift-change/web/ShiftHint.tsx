import { useFeesOf } from '#money/fees/web/fees.queries.ts'
import type { ShiftHintProps } from '#people/users/web/userSlots.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useWords } from '#web/words.ts'
import { shiftChangeEn } from '../shift-change.en.ts'

/** In the form of a student with fees whose shift was chosen there: the form changes no fee. */
export const ShiftHint = ({ userId, isDone, onChangeShift }: ShiftHintProps) => {
  const words = useWords(shiftChangeEn)
  const fees = useFeesOf(userId)
  if (isDone) return <Notice tone="success">{words.hint.done}</Notice>
  if (!fees.data || fees.data.items.length === 0) return null
  return (
    <Notice tone="info">
      <p>{words.hint.text}</p>
      <Button onPress={onChangeShift} className="mt-2">
        {words.action}
      </Button>
    </Notice>
  )
}
