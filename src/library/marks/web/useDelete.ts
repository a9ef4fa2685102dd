import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { marksEn } from '../marks.en.ts'
import type { DocumentMarks, ShownMark } from './documentMarks.ts'

/** Deletes a mark and offers to undo it. A deletion is final for all devices, so the undone one comes back as a new mark. */
export const useDelete = (marks: DocumentMarks): ((mark: ShownMark) => void) => {
  const words = useWords(marksEn)
  return ({ id, sent }) => {
    marks.remove(id)
    toast.success(words.deleted[sent.kind], undefined, { label: words.undo, onPress: () => void marks.save(sent) })
  }
}
