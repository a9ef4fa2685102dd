/** Marks a person who owes fees. It is a border, which forced colors keep. */
export const SeatDot = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" data-dues="" className={`size-2 shrink-0 rounded-full border-4 border-error-text ${className}`} />
)
