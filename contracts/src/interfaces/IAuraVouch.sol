// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Vouching for somebody with USDC
/// @notice A vouch sends whole USDC from the voucher to the target. The contract has no owner, can't be paused and keeps
/// no funds. Amounts are in micro-USDC (6 decimals).
interface IAuraVouch {
    /// @notice Somebody vouched for somebody else, and all of the USDC went to the target.
    /// @param voucher Who paid.
    /// @param target Who was paid.
    /// @param usdcAmount Micro-USDC of this vouch.
    /// @param pairTotal Micro-USDC that `voucher` has vouched for `target` so far, this vouch included.
    event Vouched(address indexed voucher, address indexed target, uint256 usdcAmount, uint256 pairTotal);

    /// @notice Nobody vouches for themselves.
    error TargetIsCaller();
    /// @notice The zero address and this contract are nobody to vouch for.
    error TargetIsNobody();
    /// @notice The least is one USDC.
    error BelowMinimum();
    /// @notice Only whole USDC.
    error NotWholeUsdc();
    /// @notice Would pass 100 USDC between the two addresses, all vouches together.
    /// @param remaining Micro-USDC that the caller may still vouch for the target.
    error AbovePairCap(uint256 remaining);
    /// @notice What was given as USDC is no contract.
    error UsdcIsNoContract();

    /// @notice The token that vouches are paid in.
    function usdc() external view returns (address);

    /// @notice Micro-USDC that `voucher` has vouched for `target` so far; never more than 100,000,000.
    function vouchedAmount(address voucher, address target) external view returns (uint256);

    /// @notice Nonce of the authorization (EIP-3009) that pays for a vouch. It names the target, so whoever hands the
    /// signature in can't send the USDC elsewhere.
    /// @param salt Any number that the voucher has not used for this target.
    function authorizationNonce(address target, bytes32 salt) external pure returns (bytes32);

    /// @notice Sends USDC from the caller to `target`. The caller has approved this contract for it.
    /// @param target Anybody but the caller, the zero address and this contract.
    /// @param usdcAmount Micro-USDC: whole USDC, at least one, at most 100 per pair in total.
    function vouch(address target, uint256 usdcAmount) external;

    /// @notice `vouch` with an approval by signature (EIP-2612) of exactly `usdcAmount`. Should somebody have handed the
    /// signature in before, the approval they made counts.
    function vouchWithPermit(address target, uint256 usdcAmount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;

    /// @notice `vouch` for a voucher who signed for it, so that anybody may hand it in and pay the gas. The signature is
    /// USDC's `ReceiveWithAuthorization` (EIP-3009) of exactly `usdcAmount` to this contract, valid at once and until
    /// `validBefore`, with `authorizationNonce(target, salt)`. A contract's signature counts (ERC-1271).
    function vouchWithAuthorization(
        address voucher,
        address target,
        uint256 usdcAmount,
        uint256 validBefore,
        bytes32 salt,
        bytes calldata signature
    ) external;
}
