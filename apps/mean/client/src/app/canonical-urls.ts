import { DefaultUrlSerializer, type UrlTree } from '@angular/router';
import { canonicalPath } from '@meteor-vs-mean/contract';

/** A link means the same here as when the server is asked for it. */
export class CanonicalUrls extends DefaultUrlSerializer {
  override parse(url: string): UrlTree {
    const [path = ''] = url.split(/[?#]/);
    return super.parse(canonicalPath(path) + url.slice(path.length));
  }
}
