import { DefaultUrlSerializer, type UrlTree } from '@angular/router';
import { canonicalPath } from '@meteor-vs-mean/contract';

/** Links inside the app follow the same rules as requests to the server. */
export class CanonicalUrls extends DefaultUrlSerializer {
  override parse(url: string): UrlTree {
    const [path = ''] = url.split(/[?#]/);
    return super.parse(canonicalPath(path) + url.slice(path.length));
  }
}
