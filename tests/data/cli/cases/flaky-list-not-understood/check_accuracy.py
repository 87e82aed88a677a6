# SPDX-License-Identifier: GPL-3.0-or-later
flaky_models = {'a', f'b'}
