import { Pencil, Trash2 } from 'lucide-react'
import type { Document } from '#library/documents/documents.contract.ts'
import { prepareViewerFor } from '#library/reading/web/readerCode.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import type { RowActions } from './rowActions.ts'

type Props = {
  document: Document
  open: RowActions['open']
  manage: NonNullable<RowActions['manage']>
  /** True if there is no room for the labels of Edit and Delete. */
  isNarrow?: boolean
}

/** View, Edit and Delete of one document. */
export const ManageButtons = ({ document, open, manage, isNarrow = false }: Props) => {
  const words = useWords(browsingEn)
  const entries = [
    {
      word: words.edit,
      label: words.editOne(document.title),
      icon: <Pencil aria-hidden="true" />,
      onPress: () => manage.edit(document),
    },
    {
      word: words.delete,
      label: words.deleteOne(document.title),
      icon: <Trash2 aria-hidden="true" />,
      onPress: () => manage.remove(document),
      tone: 'danger' as const,
    },
  ]
  return (
    <>
      <Button
        variant="quiet"
        className={isNarrow ? 'px-2!' : 'max-md:px-3'}
        aria-label={words.viewOne(document.title)}
        onHoverStart={() => prepareViewerFor(document)}
        onFocus={() => prepareViewerFor(document)}
        onPress={() => open(document)}
      >
        {words.view}
      </Button>
      {entries.map(({ word, label, icon, onPress, tone }) =>
        isNarrow ? (
          <IconButton key={word} label={label} tone={tone} onPress={onPress}>
            {icon}
          </IconButton>
        ) : (
          <Button
            key={word}
            variant="quiet"
            className={`px-3 ${tone ? 'text-error-text!' : ''}`}
            icon={icon}
            aria-label={label}
            onPress={onPress}
          >
            {word}
          </Button>
        ),
      )}
    </>
  )
}
