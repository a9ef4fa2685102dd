/**
 * Returns the people with whom a person shares a private conversation, without blocks in either direction. For other features.
 */
export { privatePartners } from './conversations.partners.db.ts'
