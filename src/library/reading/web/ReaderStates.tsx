import type { ReactNode } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { Button } from '#web/ui/Button.tsx'
import { Drawing } from '#web/ui/Drawing.tsx'
import { useWords } from '#web/words.ts'
import type { OfficeView } from '../reading.contract.ts'
import { readingEn } from '../reading.en.ts'
import { officeFormatOf } from '../reading.policy.ts'
import { DownloadButton } from './DownloadButton.tsx'

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-auto bg-background p-6 text-center">
    {children}
  </div>
)

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert" className="max-w-prose">
    <p className="font-semibold text-lg">{title}</p>
    <div className="mt-1 text-muted">{children}</div>
  </div>
)

type UnavailableProps = {
  onRetry?: () => void
  /** The reason, as a sentence, if retrying does not help. */
  reason?: string
  onClose: () => void
}

/** The document cannot be loaded or read. */
export const ReaderUnavailable = ({ onRetry, reason, onClose }: UnavailableProps) => {
  const words = useWords(readingEn)
  return (
    <Middle>
      <Drawing name="cable" />
      <Said title={words.unavailable}>
        <p>{words.unavailableText}</p>
        {reason && <p>{reason}</p>}
      </Said>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="primary" onPress={onRetry}>
            {words.retry}
          </Button>
        )}
        <Button onPress={onClose}>{words.back}</Button>
      </div>
    </Middle>
  )
}

/** Shown on phones that could not open a PDF: offers a retry in the mode with the lowest memory use. */
export const ReaderTrouble = ({ onLoad, onClose }: { onLoad: () => void; onClose: () => void }) => {
  const words = useWords(readingEn)
  return (
    <Middle>
      <Drawing name="shelf" />
      <Said title={words.android.title}>
        <p>{words.android.text}</p>
      </Said>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="primary" onPress={onLoad}>
          {words.android.load}
        </Button>
        <Button onPress={onClose}>{words.back}</Button>
      </div>
    </Middle>
  )
}

/** The page was sent before another viewer was chosen, so its Content Security Policy does not allow that viewer's frames. */
export const ReaderOutdated = ({ onReload, onClose }: { onReload: () => void; onClose: () => void }) => {
  const words = useWords(readingEn)
  return (
    <Middle>
      <Drawing name="shelf" />
      <Said title={words.office.reload.title}>
        <p>{words.office.reload.text}</p>
      </Said>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="primary" onPress={onReload}>
          {words.office.reload.button}
        </Button>
        <Button onPress={onClose}>{words.back}</Button>
      </div>
    </Middle>
  )
}

type NoPreviewProps = { document: Document /** For an Office file. */; reason?: NonNullable<OfficeView['reason']> }

/** Says why a file type is not shown, and offers the download. */
export const NoPreview = ({ document, reason = 'off' }: NoPreviewProps) => {
  const words = useWords(readingEn)
  const { fileType } = document
  const office = officeFormatOf(fileType)
  return (
    <Middle>
      <Drawing name="shelf" />
      <p className="font-semibold text-lg">{words.noPreview}</p>
      {office && <p>{words.officeType[office]}</p>}
      <p className="wrap-anywhere max-w-prose text-muted">
        {office ? words.office.none[reason] : words.noPreviewText(fileType || words.unknownType)}
      </p>
      <p className="max-w-prose text-muted">{words.downloadHint}</p>
      <DownloadButton document={document} />
    </Middle>
  )
}
