import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { Drawing } from './Drawing.tsx'

type ErrorStateProps = {
  /** The server's sentence, or what failed in the words of the specification: "Failed to load users"; see `errorParts`. */
  title?: string
  message?: string
  onRetry?: () => void
  isRetrying?: boolean
}

/** Replaces what could not be loaded. */
export const ErrorState = ({ title, message, onRetry, isRetrying = false }: ErrorStateProps) => {
  const words = useWords(webEn).ui
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <Drawing name="cable" />
      <p className="mt-2 text-lg font-medium text-balance">{title ?? words.loadFailed}</p>
      {message && <p className="max-w-prose text-muted text-balance">{message}</p>}
      {onRetry && (
        <Button className="mt-4" onPress={onRetry} isPending={isRetrying}>
          {words.retry}
        </Button>
      )}
    </div>
  )
}
