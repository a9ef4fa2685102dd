import { useEffect, useRef, useState } from 'react'

/** A paste of words that brings a picture of them along, as office programs send it, is one of words. */
const pastedFiles = ({ clipboardData }: ClipboardEvent): File[] =>
  clipboardData && clipboardData.getData('text/plain') === '' ? [...clipboardData.files] : []

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** What stands in a dialog is not the conversation, unless it is the dialog of these files. */
const isElsewhere = ({ target }: Event): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"], [role="alertdialog"]') !== null &&
  target.closest('[data-takes-files]') === null

/** Files that are pasted or dropped anywhere on the page. Returns whether some are held over it now. */
export const useIncomingFiles = (take: (files: File[]) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = isElsewhere(event) ? [] : pastedFiles(event)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    const onDragOver = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      // Otherwise the browser would leave the page for the file.
      event.preventDefault()
      setOver(!isElsewhere(event))
    }
    const onDragLeave = (event: DragEvent) => !event.relatedTarget && setOver(false)
    const onDrop = (event: DragEvent) => {
      if (!bringsFiles(event)) return
      setOver(false)
      event.preventDefault()
      if (!isElsewhere(event)) latest.current([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('paste', onPaste)
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDrop)
    }
  }, [])
  return isOver
}
