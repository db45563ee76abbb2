import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';

interface AnswerProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is being waited for, in words. */
  readonly waiting: string;
  readonly children: (value: T) => ReactNode;
}

/** The three faces of a call: waiting, failed, answered. */
export function Answer<T>({ query, waiting, children }: AnswerProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading>{waiting}</Loading>;
}
