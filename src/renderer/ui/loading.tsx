import { Loader } from '@mantine/core';
import classes from './loading.module.css';

/** Waiting, in words. */
export function Loading({ children }: { readonly children: string }) {
  return (
    <output className={classes.loading}>
      <Loader size={14} aria-hidden />
      {children}
    </output>
  );
}
