import { Notice } from './Notice.tsx'

/** The one sentence for a whole form that could not be sent. */
export const FormError = ({ text }: { text: string | undefined }) => text && <Notice tone="error">{text}</Notice>
