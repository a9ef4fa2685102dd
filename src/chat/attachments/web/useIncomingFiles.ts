import { useEffect, useRef, useState } from 'react'

/** Ignores the picture that office programs add when text is pasted. */
const pastedFiles = ({ clipboardData }: ClipboardEvent): File[] =>
  clipboardData && clipboardData.getData('text/plain') === '' ? [...clipboardData.files] : []

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Returns whether the event happened in a dialog other than that of the chosen files. */
const isElsewhere = ({ target }: Event): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"], [role="alertdialog"]') !== null &&
  target.closest('[data-takes-files]') === null

/** Accepts files pasted or dropped anywhere on the page. Returns whether files are being dragged over it. */
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
      // Prevents the browser from navigating to the file.
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
